namespace RgPolicy.Plans.SqlServer;

/// <summary>Adaptive joins: a build input, an input for the hash join and one for the nested loops, of
/// which one is used.</summary>
internal static class AdaptiveJoins
{
    private const int HashInput = 1;
    private const int LoopInput = 2;

    public static bool IsLoop(ServerOperator join)
    {
        var used = join.Counters.ActualJoin.Length > 0 ? join.Counters.ActualJoin : join.EstimatedJoin;
        return used.Replace(" ", "", StringComparison.Ordinal) == "NestedLoops";
    }

    /// <summary>True for the input that the join does not use.</summary>
    public static bool IsUnused(ServerOperator join, int input) =>
        join.Physical == "Adaptive Join"
        && join.Inputs.Count > LoopInput
        && input == (IsLoop(join) ? HashInput : LoopInput);
}
