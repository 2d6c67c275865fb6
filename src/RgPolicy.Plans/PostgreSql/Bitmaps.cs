using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>The bitmap of a bitmap heap scan: one entry for each page, up to work_mem (tidbitmap.c).</summary>
internal static class Bitmaps
{
    private const double EntryBytes = 64;

    public static Structure Of(ServerNode node, PostgresFlow flow, Access access, PostgresCostModel model)
    {
        if (node.Type != "Bitmap Heap Scan" || !access.Pages.IsKnown)
            return default;
        var executions = Math.Max(1, node.ActualLoops ?? flow.Times);
        var pages = node.HasActuals
            ? (
                (node.Json.NumberOf(JsonName.ExactHeapBlocks) ?? 0)
                + (node.Json.NumberOf(JsonName.LossyHeapBlocks) ?? 0)
            ) / executions
            : Math.Min(access.Pages.Value * model.RandomPage / model.SeqPage, access.RowsRead.OrZero / executions);
        var bytes = Math.Max(1, pages) * EntryBytes;
        var capped = Math.Min(bytes, model.WorkMemory.Value);
        var provenance = bytes > capped ? model.WorkMemory.Provenance : Provenance.Inferred;
        return new(StructureKind.Bitmap, new(capped, provenance), bytes, bytes);
    }
}
