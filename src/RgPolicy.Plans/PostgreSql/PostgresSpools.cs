using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>Rows kept for reading again: Materialize and the first scan of a CTE hold them, up to work_mem.</summary>
internal static class PostgresSpools
{
    public static Structure Of(ServerNode node, PostgresFlow flow, PostgresCostModel model)
    {
        if (
            node.Type is "WorkTable Scan" or "Named Tuplestore Scan"
            || ServerRows.PerExecution(node) is not double rows
        )
            return default;
        if (rows > 1e12)
            return new(StructureKind.Spool, Quantity.Unknown, 0, 0);
        var bytes = rows * Math.Max(node.Width, 1);
        var wanted = bytes * flow.Processes;
        if (PostgresStructures.Measured(node, JsonName.MaximumStorage) is double used)
            return new(StructureKind.Spool, new(used * flow.Processes, Provenance.Actual), wanted, bytes);
        var basis = node.HasActuals ? Provenance.Inferred : Provenance.Estimate;
        var provenance = bytes > model.WorkMemory.Value ? Quantity.Worse(basis, model.WorkMemory.Provenance) : basis;
        return new(
            StructureKind.Spool,
            new(Math.Min(bytes, model.WorkMemory.Value) * flow.Processes, provenance),
            wanted,
            bytes
        );
    }
}
