using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>Memoize: the answers it keeps, up to the budget of a hash table.</summary>
internal static class AnswerCaches
{
    public static Structure Of(ServerNode node, PostgresFlow flow, PostgresCostModel model)
    {
        var rowsPerAnswer = ServerRows.PerExecution(node) ?? 1;
        var child = node.FirstInput;
        var answers = child?.ActualLoops ?? Math.Min(flow.Times, 1e9);
        var bytes = answers * Math.Max(1, rowsPerAnswer) * HashTables.RowBytes(node.Width);
        if (PostgresStructures.Measured(node, JsonName.PeakMemoryUsage) is double peak)
        {
            var measured = HashTables.SumOverWorkers(node, JsonName.PeakMemoryUsage, peak, flow.Processes);
            return new(StructureKind.HashTable, new(measured, Provenance.Actual), bytes, bytes);
        }

        var capped = Math.Min(bytes, model.HashMemory.Value);
        var provenance = Quantity.Worse(
            Provenance.Inferred,
            bytes > capped ? model.HashMemory.Provenance : Provenance.Inferred
        );
        return new(StructureKind.HashTable, new(capped * flow.Processes, provenance), bytes, bytes);
    }
}
