using System.Runtime.InteropServices;

namespace RgPolicy.Plans.Judge;

/// <summary>A neutral plan tree to what the plan tells.</summary>
internal static class PlanJudge
{
    /// <summary>Up to so many are compared one by one.</summary>
    private const int FewTables = 16;

    public static PlanProfile Judge(PlanTree tree, PlanReaderOptions options)
    {
        Weights.Set(tree);
        var rows = RowTotals.Of(tree);
        var shape = ShapeJudge.Judge(tree, rows);
        var workingSet = WorkingSetOf(tree);
        var grant = tree.Grant.IsKnown ? tree.Grant : WorkingSet.Peak(tree, node => node.Structure.Wanted);
        return new PlanProfile
        {
            Shape = shape.Shape,
            ShapeShare = shape.Share,
            RunnerUp = shape.RunnerUp,
            RunnerUpShare = shape.RunnerUpShare,
            ShapeProvenance = shape.Provenance,
            Reason = shape.Reason,
            Writes = Writes(tree),
            CacheUse = CacheUseOf(shape.Shape, tree, rows, workingSet, options.Caches),
            Locality = CacheJudge.Locality(tree, rows.StreamedBytes, options.LlcBytes),
            Temporality = CacheJudge.Reuse(workingSet, rows.Fetched, rows.Read),
            WorkingSetBytes = workingSet.ToFigure(),
            StreamedBytes = rows.StreamedBytes.ToFigure(),
            RandomAccesses = rows.Fetched.ToFigure(),
            RowsTouched = rows.Touched.ToFigure(),
            RowsReturned = rows.Returned.ToFigure(),
            MemoryGrantBytes = grant.ToFigure(),
            Dop = tree.Dop.ToFigure(),
            Cost = tree.Cost.ToFigure(),
            Tables = Tables(tree),
            Operators = Operators(tree),
        };
    }

    /// <summary>What sorts and hash tables used together bounds their part.</summary>
    private static Quantity WorkingSetOf(PlanTree tree)
    {
        var all = WorkingSet.Peak(tree, node => node.Structure.Bytes);
        if (!tree.UsedMemory.IsKnown || !all.IsKnown || all.Value <= tree.UsedMemory.Value)
            return all;
        var others = WorkingSet.Peak(tree, node => node.Structure.BesideWorkMemory);
        return others.IsKnown && others.Value + tree.UsedMemory.Value < all.Value ? others + tree.UsedMemory : all;
    }

    private static CacheUse CacheUseOf(
        PlanShape shape,
        PlanTree tree,
        RowTotals rows,
        Quantity workingSet,
        CacheSizes caches
    )
    {
        if (shape == PlanShape.Unknown)
            return CacheUse.Sensitive;
        var innerPages = WorkingSet.Peak(tree, node => node.Structure.PageBytes);
        return CacheJudge.Use(shape, rows.StreamedBytes, workingSet, innerPages, caches);
    }

    private static bool Writes(PlanTree tree) =>
        tree.Kind
            is StatementKind.BulkLoad
                or StatementKind.Insert
                or StatementKind.Update
                or StatementKind.Delete
                or StatementKind.Merge
                or StatementKind.IndexBuild
        || tree.Has(OperatorKind.Write);

    private static ImmutableArray<string> Tables(PlanTree tree)
    {
        var tables = ImmutableArray.CreateBuilder<string>(0);
        HashSet<string>? seen = null;
        foreach (var node in tree.Nodes)
        {
            if (node.Table is not { } table || (seen is null && tables.Contains(table)) || seen?.Add(table) == false)
                continue;
            tables.Add(table);
            if (tables.Count == FewTables)
                seen = new(tables, StringComparer.Ordinal);
        }

        return tables.DrainToImmutable();
    }

    private static ImmutableArray<PlanOperator> Operators(PlanTree tree)
    {
        var operators = new PlanOperator[tree.Nodes.Length];
        foreach (var node in tree.Nodes)
        {
            operators[node.Id] = new(
                node.Id,
                node.Parent,
                node.Name,
                Families.Of(node.Kind),
                node.Rows.ToFigure(),
                node.Executions.ToFigure(),
                node.Structure.Bytes.ToFigure(),
                node.StreamedBytes.ToFigure(),
                node.Weight
            )
            {
                Table = node.Table,
            };
        }

        return ImmutableCollectionsMarshal.AsImmutableArray(operators);
    }
}
