using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>How often an operator runs and what it delivers, over the whole statement.</summary>
/// <param name="Rows">Rows out.</param>
/// <param name="Executions">Executions; the threads of one parallel pass count one each.</param>
/// <param name="IsRepeated">True below the inner side of nested loops.</param>
/// <param name="IsIdle">True where it did not run, or belongs to the unused side of an adaptive join.</param>
internal readonly record struct SqlServerFlow(Quantity Rows, Quantity Executions, bool IsRepeated, bool IsIdle);
