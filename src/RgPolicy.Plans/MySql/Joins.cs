using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.MySql;

/// <summary>Figures of a join, once both sides are known.</summary>
internal static class Joins
{
    /// <summary>What flows out of the join.</summary>
    public static MySqlFlow Finish(PlanNode join, JoinItem item, MySqlFlow left, MySqlFlow right, Provenance basis)
    {
        join.Rows = right.Rows;
        join.Executions = new(1, basis);
        if (item.IsBuffered)
            join.Structure = Memory.JoinBuffer(left, item.BufferBytes);
        return new(right.Rows, left.Width + right.Width);
    }
}
