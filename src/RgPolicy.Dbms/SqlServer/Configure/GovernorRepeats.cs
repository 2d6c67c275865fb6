using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>The statements that cannot be run twice, as batches that can: each looks whether it was done.</summary>
internal static class GovernorRepeats
{
    private const string Classifiers = "sys.resource_governor_configuration";

    /// <summary>A new resource pool; one that an earlier run has made is set.</summary>
    public static string Create(ResourcePoolSpec pool) =>
        Choice(Exists(pool), GovernorStatements.Alter(pool.Lift(), pool), GovernorStatements.Create(pool));

    /// <summary>Alters a resource pool unless a later statement has dropped it.</summary>
    public static string Alter(ResourcePoolSpec pool, string statement) => $"IF {Exists(pool)}\n    {statement}";

    /// <summary>A new workload group; one that an earlier run has made is set.</summary>
    public static string Create(WorkloadGroupSpec group) =>
        Choice(Exists(group), GovernorStatements.Alter(group.Lift(), group), GovernorStatements.Create(group));

    public static string Drop(ResourcePoolSpec pool) => Where(Exists(pool), GovernorStatements.Drop(pool));

    public static string Drop(WorkloadGroupSpec group) => Where(Exists(group), GovernorStatements.Drop(group));

    /// <summary>A new function; one of another text takes no part yet and is dropped first.</summary>
    public static string Create(ClassifierFunction function) =>
        $"IF EXISTS (SELECT 1 FROM sys.sql_modules WHERE object_id = {Id(function)} AND NOT {HasText(function)}) AND "
        + $"{IsUnused(function)}\n"
        + $"    {GovernorStatements.Drop(function)}\nIF {Id(function)} IS NULL\n    EXEC "
        + $"({SqlQuote.Text(function.Definition)});";

    /// <summary>Drops a function unless it is gone, or is the classifier by now.</summary>
    public static string Drop(ClassifierFunction function) =>
        $"IF {Id(function)} IS NOT NULL AND {IsUnused(function)}\n    {GovernorStatements.Drop(function)}";

    /// <summary>True where the module <c>sys.sql_modules</c> has a function's text, whatever ends its lines.</summary>
    public static string HasText(ClassifierFunction function) =>
        $"REPLACE(definition, NCHAR(13), N'') = REPLACE({SqlQuote.Text(function.Definition)}, NCHAR(13), N'') "
        + $"COLLATE {SqlCollation.Binary}";

    /// <summary>The number of a function; NULL where there is none.</summary>
    public static string Id(ClassifierFunction function) =>
        $"OBJECT_ID({SqlQuote.Text($"{SqlQuote.Name(function.Schema)}.{SqlQuote.Name(function.Name)}")})";

    private static string IsUnused(ClassifierFunction function) =>
        $"NOT EXISTS (SELECT 1 FROM {Classifiers} WHERE classifier_function_id = {Id(function)})";

    private static string Exists(IGovernorObject each) =>
        $"EXISTS (SELECT 1 FROM sys.resource_governor_{each.Kind}s WHERE name = {SqlQuote.Text(each.Name)})";

    private static string Choice(string condition, string? then, string otherwise) =>
        then is null ? $"IF NOT {condition}\n    {otherwise}" : $"IF {condition}\n    {then}\nELSE\n    {otherwise}";

    private static string Where(string condition, string statement) => $"IF {condition}\nBEGIN\n{statement}\nEND";
}
