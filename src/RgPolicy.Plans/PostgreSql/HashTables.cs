using System.Numerics;
using System.Text.Json;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

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
