using System.Numerics;
using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>Randomly accessed memory of an operator.</summary>
internal static class PostgresStructures
{
    private const double KibiByte = 1024;

    public static Structure Of(
        ServerNode node,
        OperatorKind kind,
        PostgresFlow flow,
        Access access,
        PostgresCostModel model
    )
    {
        if (node.NeverExecuted)
            return default;
        if (node.Role == NodeRole.PerRow && node.Parent is { } parent && SubPlans.IsHashed(parent, node))
            return HashTable(node, flow, model, HashTables.Bytes);
        return kind switch
        {
            OperatorKind.HashBuild => HashTable(node, flow, model, HashTables.Bytes),
            OperatorKind.HashAggregate => HashTable(
                node,
                flow,
                model,
                (each, rows, _) => AggregateTables.Bytes(each, rows)
            ),
            OperatorKind.AnswerCache => AnswerCaches.Of(node, flow, model),
            OperatorKind.Sort => Sorts.Of(node, flow, model),
            OperatorKind.Spool => PostgresSpools.Of(node, flow, model),
            OperatorKind.IndexRange or OperatorKind.PointAccess or OperatorKind.TableScan => PostgresInnerPages.Of(
                node,
                kind,
                flow,
                access
            ) ?? Bitmaps.Of(node, flow, access, model),
            _ => default,
        };
    }

    private static Structure HashTable(
        ServerNode node,
        PostgresFlow flow,
        PostgresCostModel model,
        Func<ServerNode, double, PostgresCostModel, double> bytesOf
    )
    {
        if (HashTables.Rows(node, flow) is not double rows || rows > 1e12)
            return new(StructureKind.HashTable, Quantity.Unknown, 0, 0);
        var table = bytesOf(node, rows, model);
        if (Measured(node, JsonName.PeakMemoryUsage) is not double peak)
            return HashTables.Estimated(node, table, flow, model);
        var bytes =
            node.Type == "Hash"
                ? peak * HashTables.Copies(node, flow)
                : HashTables.SumOverWorkers(node, JsonName.PeakMemoryUsage, peak, flow.Processes);
        var wanted = table * HashTables.WholeCopies(node, flow);
        return new(StructureKind.HashTable, new(bytes, Provenance.Actual), wanted, table);
    }

    /// <summary>A figure in kibibytes that the server measured, as bytes; null without.</summary>
    public static double? Measured(ServerNode node, JsonName name) =>
        node.Json.NumberOf(name) is double value and >= 0 ? value * KibiByte : null;
}

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

/// <summary>
/// Hash tables of aggregates (execGrouping.c, nodeAgg.c): buckets of 24 bytes, at most 90 % of them full; for each
/// group its row, 16 bytes of head and the columns, in a piece of memory that is a power of two and has a head of 16
/// bytes; and 32 bytes for the states of the aggregates. States that are numbers of any size are kept outside. A plan
/// does not tell which they are, but their results are 32 bytes wide: 160 bytes stand for each 32 by which the row is
/// wider than those that come in. Measured on PostgreSQL 15: 40 to 130 for sums of bigint, 200 to 330 for sums of
/// numeric.
/// </summary>
internal static class AggregateTables
{
    private const double BucketBytes = 24;
    private const double MostFull = 0.9;
    private const double Head = 16;
    private const double States = 32;
    private const double StateOutside = 160;
    private const double ResultBytes = 32;

    /// <summary>The whole table, as if it had no budget.</summary>
    public static double Bytes(ServerNode node, double rows)
    {
        var buckets = BitOperations.RoundUpToPowerOf2((ulong)Math.Ceiling(Math.Max(1, rows / MostFull)));
        return (BucketBytes * buckets) + (rows * GroupBytes(node));
    }

    private static double GroupBytes(ServerNode node)
    {
        var row = Head + (Math.Ceiling(Math.Min(node.Width, 1e9) / 8) * 8);
        var wider = node.Children.Count == 0 ? 0 : Math.Max(0, node.Width - node.Children[0].Width);
        return Head
            + BitOperations.RoundUpToPowerOf2((ulong)row)
            + States
            + (StateOutside * Math.Round(Math.Min(wider, 1e9) / ResultBytes));
    }
}
