using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>Memory of sorts: used if known, else the input up to the budget; an external sort keeps its
/// budget full.</summary>
internal static class Sorts
{
    public static Structure Of(ServerNode node, PostgresCostModel model)
    {
        var rows = node.FirstInput?.RowsPerExecution ?? node.RowsPerExecution;
        if (rows is not double perRun || perRun > 1e12)
            return new(StructureKind.Sort, Quantity.Unknown, 0, 0);
        var bytes = perRun * node.Width;
        var wanted = bytes * node.Flow.Processes;
        return new(
            StructureKind.Sort,
            Measured(node, bytes, model)
                ?? Quantity.Capped(bytes, model.WorkMemory, node.EstimateBasis) * node.Flow.Processes,
            wanted,
            bytes
        );
    }

    private static Quantity? Measured(ServerNode node, double inputBytes, PostgresCostModel model)
    {
        if (IncrementalPeak(node) is double peak)
            return new(peak * node.Flow.Processes, Provenance.Actual);
        if (PostgresStructures.Measured(node, "Sort Space Used") is not double used)
            return null;
        return node.Json.TextOf("Sort Space Type") != "Disk"
            ? new(HashTables.SumOverWorkers(node, "Sort Space Used", used), Provenance.Actual)
            : Quantity.Capped(Math.Max(inputBytes, used), model.WorkMemory, Provenance.Actual) * node.Flow.Processes;
    }

    private static double? IncrementalPeak(ServerNode node)
    {
        double? peak = null;
        foreach (var name in (string[])["Full-sort Groups", "Pre-sorted Groups"])
        {
            var memory = node.Json.Member(name)?.Member("Sort Space Memory");
            if (memory?.NumberOf("Peak Sort Space Used") is double kilobytes)
                peak = Math.Max(peak ?? 0, kilobytes * 1024);
        }

        return peak;
    }
}
