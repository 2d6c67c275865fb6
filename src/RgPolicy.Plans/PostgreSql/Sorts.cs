using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>Memory of sorts: used if known, else the input up to the budget; an external sort keeps its
/// budget full.</summary>
internal static class Sorts
{
    public static Structure Of(ServerNode node, PostgresFlow flow, PostgresCostModel model)
    {
        var input = node.FirstInput;
        var rows = (input is null ? null : ServerRows.PerExecution(input)) ?? ServerRows.PerExecution(node);
        if (rows is not double perRun || perRun > 1e12)
            return new(StructureKind.Sort, Quantity.Unknown, 0, 0);
        var bytes = perRun * node.Width;
        var wanted = bytes * flow.Processes;
        return new(
            StructureKind.Sort,
            Measured(node, flow, bytes, model) ?? Estimated(node, flow, bytes, model),
            wanted,
            bytes
        );
    }

    private static Quantity? Measured(ServerNode node, PostgresFlow flow, double inputBytes, PostgresCostModel model)
    {
        if (IncrementalPeak(node) is double peak)
            return new(peak * flow.Processes, Provenance.Actual);
        if (PostgresStructures.Measured(node, JsonName.SortSpaceUsed) is not double used)
            return null;
        if (node.Json.TextOf(JsonName.SortSpaceType) != "Disk")
            return new(
                HashTables.SumOverWorkers(node, JsonName.SortSpaceUsed, used, flow.Processes),
                Provenance.Actual
            );
        return Capped(Math.Max(inputBytes, used), flow, model, Provenance.Actual);
    }

    private static Quantity Estimated(ServerNode node, PostgresFlow flow, double inputBytes, PostgresCostModel model) =>
        Capped(inputBytes, flow, model, node.HasActuals ? Provenance.Inferred : Provenance.Estimate);

    private static Quantity Capped(double bytes, PostgresFlow flow, PostgresCostModel model, Provenance basis)
    {
        var isCapped = bytes > model.WorkMemory.Value;
        var provenance = isCapped ? Quantity.Worse(basis, model.WorkMemory.Provenance) : basis;
        return new(Math.Min(bytes, model.WorkMemory.Value) * flow.Processes, provenance);
    }

    private static double? IncrementalPeak(ServerNode node)
    {
        double? peak = null;
        foreach (var groups in IncrementalGroups.Of(node))
        {
            if (groups.Member(JsonName.SortSpaceMemory)?.NumberOf(JsonName.PeakSortSpaceUsed) is double kilobytes)
                peak = Math.Max(peak ?? 0, kilobytes * 1024);
        }

        return peak;
    }
}

/// <summary>The groups that an incremental sort worked through, where they were counted.</summary>
internal static class IncrementalGroups
{
    public static IEnumerable<JsonValue> Of(ServerNode node)
    {
        foreach (var name in (JsonName[])[JsonName.FullSortGroups, JsonName.PreSortedGroups])
        {
            if (node.Json.Member(name) is { Kind: JsonKind.Object } groups)
                yield return groups;
        }
    }
}
