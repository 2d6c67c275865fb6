namespace RgPolicy.Plans.SqlServer;

/// <summary>What parallel exchanges do to what is built above them.</summary>
internal static class Exchanges
{
    private const double AssumedDop = 2;

    /// <summary>
    /// Whole hash tables that exist together. Below a broadcast each thread builds its own in row mode;
    /// measured rows count the copies already. Repartitioned rows, and batch mode, make one.
    /// </summary>
    public static double Copies(ServerOperator join, ServerOperator build, SqlServerStatement statement)
    {
        if (!join.Is(OperatorFlags.Parallel) || join.Is(OperatorFlags.Batch) || build.Counters.Exist)
            return 1;
        var node = build;
        while (node.Physical != "Parallelism" && node.Inputs.Count == 1)
            node = node.Inputs[0];
        return node.Partitioning == "Broadcast" ? Dop(statement) : 1;
    }

    /// <summary>Threads of a plan that has parallel parts: at run time, else what the optimiser assumed.</summary>
    public static double Dop(SqlServerStatement statement)
    {
        if (statement.Dop > 0)
            return statement.Dop;
        return statement.AvailableDop > 1 ? statement.AvailableDop : AssumedDop;
    }
}
