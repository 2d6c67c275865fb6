using System.Numerics;
using System.Text.Json;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>Randomly accessed memory of an operator.</summary>
internal static class PostgresStructures
{
    private const double KibiByte = 1024;

    public static Structure Of(ServerNode node, OperatorKind kind, Access access, PostgresCostModel model)
    {
        if (node.NeverExecuted)
            return default;
        if (node.Role == NodeRole.PerRow && node.Parent is { } parent && SubPlans.IsHashed(parent, node))
            return HashTable(node, model, HashTables.Bytes);
        return kind switch
        {
            OperatorKind.HashBuild => HashTable(node, model, HashTables.Bytes),
            OperatorKind.HashAggregate => HashTable(node, model, (each, rows, _) => AggregateTables.Bytes(each, rows)),
            OperatorKind.AnswerCache => AnswerCaches.Of(node, model),
            OperatorKind.Sort => Sorts.Of(node, model),
            OperatorKind.Spool => PostgresSpools.Of(node, model),
            OperatorKind.IndexRange or OperatorKind.PointAccess or OperatorKind.TableScan => PostgresInnerPages.Of(
                node,
                kind,
                access
            ) ?? Bitmaps.Of(node, access, model),
            _ => default,
        };
    }

    private static Structure HashTable(
        ServerNode node,
        PostgresCostModel model,
        Func<ServerNode, double, PostgresCostModel, double> bytesOf
    )
    {
        if (HashTables.Rows(node) is not double rows || rows > 1e12)
            return new(StructureKind.HashTable, Quantity.Unknown, 0, 0);
        var table = bytesOf(node, rows, model);
        if (Measured(node, "Peak Memory Usage") is not double peak)
            return HashTables.Estimated(node, table, model);
        var bytes =
            node.Type == "Hash"
                ? peak * HashTables.Copies(node)
                : HashTables.SumOverWorkers(node, "Peak Memory Usage", peak);
        var wanted = table * HashTables.WholeCopies(node);
        return new(StructureKind.HashTable, new(bytes, Provenance.Actual), wanted, table);
    }

    /// <summary>A figure in kibibytes that the server measured, as bytes; null without.</summary>
    public static double? Measured(ServerNode node, string name) =>
        node.Json.NumberOf(name) is double value and >= 0 ? value * KibiByte : null;
}

/// <summary>The bitmap of a bitmap heap scan: one entry for each page, up to work_mem (tidbitmap.c).</summary>
internal static class Bitmaps
{
    private const double EntryBytes = 64;

    public static Structure Of(ServerNode node, Access access, PostgresCostModel model)
    {
        if (node.Type != "Bitmap Heap Scan" || !access.Pages.IsKnown)
            return default;
        var executions = Math.Max(1, node.ActualLoops ?? node.Flow.Times);
        var pages = node.HasActuals
            ? (node.HeapBlocks ?? 0) / executions
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
    public static Structure Of(ServerNode node, PostgresCostModel model)
    {
        var rowsPerAnswer = node.RowsPerExecution ?? 1;
        var child = node.FirstInput;
        var answers = child?.ActualLoops ?? Math.Min(node.Flow.Times, 1e9);
        var bytes = answers * Math.Max(1, rowsPerAnswer) * HashTables.RowBytes(node.Width);
        if (PostgresStructures.Measured(node, "Peak Memory Usage") is double peak)
        {
            var measured = HashTables.SumOverWorkers(node, "Peak Memory Usage", peak);
            return new(StructureKind.HashTable, new(measured, Provenance.Actual), bytes, bytes);
        }

        var kept = Quantity.Capped(bytes, model.HashMemory, Provenance.Inferred) * node.Flow.Processes;
        return new(StructureKind.HashTable, kept, bytes, bytes);
    }
}

/// <summary>Rows kept for reading again: Materialize and the first scan of a CTE hold them, up to work_mem.</summary>
internal static class PostgresSpools
{
    public static Structure Of(ServerNode node, PostgresCostModel model)
    {
        if (node.Type is "WorkTable Scan" or "Named Tuplestore Scan" || node.RowsPerExecution is not double rows)
            return default;
        if (rows > 1e12)
            return new(StructureKind.Spool, Quantity.Unknown, 0, 0);
        var bytes = rows * Math.Max(node.Width, 1);
        var wanted = bytes * node.Flow.Processes;
        if (PostgresStructures.Measured(node, "Maximum Storage") is double used)
            return new(StructureKind.Spool, new(used * node.Flow.Processes, Provenance.Actual), wanted, bytes);
        var kept = Quantity.Capped(bytes, model.WorkMemory, node.EstimateBasis) * node.Flow.Processes;
        return new(StructureKind.Spool, kept, wanted, bytes);
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

/// <summary>Pages that the inner side of nested loops visits again and again.</summary>
internal static class PostgresInnerPages
{
    /// <summary>Null where the operator is not below nested loops or runs only once.</summary>
    public static Structure? Of(ServerNode node, OperatorKind kind, Access access)
    {
        var executions = node.ActualLoops ?? node.Flow.Times;
        if (!IsRepeated(node) || executions <= node.Flow.Processes || !access.Pages.IsKnown)
            return null;
        var visits = executions * access.PagesPerProbe / (node.IsParallelAware ? node.Flow.Processes : 1);
        return InnerPages.Of(
            visits,
            access.Pages.Value,
            kind == OperatorKind.TableScan ? 0 : UpperPages(access, executions),
            PostgresCostModel.PageBytes,
            Quantity.Worse(access.Pages.Provenance, Provenance.Inferred)
        );
    }

    /// <summary>A plan does not print an index's size: where the catalog does not tell it either, the leaves that hold
    /// the fetched entries stand for it.</summary>
    private static double UpperPages(Access access, double executions)
    {
        if (access.IndexPages is double pages)
            return Math.Max(1, Math.Ceiling(pages * InnerPages.UpperLevels));
        var entries = Math.Max(access.RowsRead.OrZero, executions);
        return Math.Ceiling(entries / IndexAccess.EntriesPerLeaf * InnerPages.UpperLevels);
    }

    /// <summary>True when an inner side of nested loops is above, with nothing between that would keep
    /// the rows instead.</summary>
    private static bool IsRepeated(ServerNode node)
    {
        for (var child = node; child.Parent is { } parent; child = parent)
        {
            if (parent.Type == "Nested Loop" && child.Role == NodeRole.Inner)
                return true;
            if (parent.Type is "Materialize" or "Hash" || child.Role is NodeRole.Once)
                return false;
        }

        return false;
    }
}

/// <summary>Hash tables: rows x (16 + 16 + width aligned to 8) + 8 bytes for each bucket (nodeHash.c,
/// ExecChooseHashTableSize).</summary>
internal static class HashTables
{
    private const double RowOverhead = 32;
    private const double BucketBytes = 8;
    private const double FewestBuckets = 1024;

    /// <summary>Rows in one whole table; a parallel-aware hash shares one among all processes.</summary>
    public static double? Rows(ServerNode node)
    {
        if (node.RowsPerExecution is not double rows)
            return null;
        if (node.Type != "Hash")
            rows += node.HasActuals ? node.RowsRemoved : 0;
        if (!node.IsParallelAware)
            return rows;
        return rows * (node.HasActuals ? node.Flow.Processes : node.Flow.Divisor);
    }

    public static double RowBytes(double width) => RowOverhead + (Math.Ceiling(width / 8) * 8);

    /// <summary>The whole table, as if it had no budget.</summary>
    public static double Bytes(ServerNode node, double rows, PostgresCostModel model)
    {
        var data = rows * RowBytes(node.Width);
        var batches = Math.Max(1, node.Json.NumberOf("Hash Batches") ?? 1);
        var buckets = node.Json.NumberOf("Hash Buckets") is double printed and > 0
            ? printed * batches
            : Buckets(rows, data, model);
        return data + (BucketBytes * buckets);
    }

    /// <summary>Tables that are in memory at the same time, times the figure that the server prints for one.</summary>
    public static double Copies(ServerNode node)
    {
        if (node.IsParallelAware)
            return Math.Min(node.Flow.Processes, Math.Max(1, node.Json.NumberOf("Hash Batches") ?? 1));
        return node.Flow.Processes;
    }

    /// <summary>Whole tables that exist together: one if shared, else one in each process.</summary>
    public static double WholeCopies(ServerNode node) => node.IsParallelAware ? 1 : node.Flow.Processes;

    public static Structure Estimated(ServerNode node, double table, PostgresCostModel model)
    {
        var budget = model.HashMemory * (node.IsParallelAware ? node.Flow.Processes : 1);
        var copies = WholeCopies(node);
        var bytes = Quantity.Capped(table, budget, node.EstimateBasis) * copies;
        return new(StructureKind.HashTable, bytes, table * copies, table);
    }

    /// <summary>What the server measured for this process and, where it lists them, for each worker.</summary>
    public static double SumOverWorkers(ServerNode node, string name, double leader)
    {
        var processes = node.Flow.Processes;
        if (!node.Json.Has("Workers"))
            return leader * processes;
        double? workers = null;
        foreach (var list in node.Json.Children)
        {
            if (list.Kind != JsonValueKind.Array || !list.Is("Workers"))
                continue;
            foreach (var worker in list.Children)
            {
                if (worker.NumberOf(name) is double figure)
                    workers = (workers ?? 0) + (figure * 1024);
            }
        }

        return workers is double sum ? leader + sum : leader * processes;
    }

    /// <summary>A power of two with one row for each bucket, as far as the budget lets the array grow.</summary>
    private static double Buckets(double rows, double data, PostgresCostModel model)
    {
        var wanted = Math.Max(FewestBuckets, BitOperations.RoundUpToPowerOf2((ulong)Math.Ceiling(Math.Max(rows, 1))));
        var most = data > model.HashMemory.Value ? PowerOf2UpTo(model.HashMemory.Value / BucketBytes) : wanted;
        return Math.Min(wanted, most);
    }

    private static double PowerOf2UpTo(double places) =>
        places >= 1 ? 1UL << BitOperations.Log2((ulong)places) : places;
}

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
