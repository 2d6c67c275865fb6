using System.Collections.Immutable;

namespace RgPolicy.Plans.Judge;

/// <summary>A neutral plan tree to what the plan tells.</summary>
internal static class PlanJudge
{
    public static PlanProfile Judge(PlanTree tree, PlanReaderOptions options)
    {
        var rows = RowTotals.Of(tree);
        var weights = Weights.Of(tree);
        var shape = ShapeJudge.Judge(tree, rows, weights);
        var workingSet = WorkingSetOf(tree);
        var profile = new PlanProfile
        {
            Shape = shape.Shape,
            ShapeShare = shape.Share,
            RunnerUp = shape.RunnerUp,
            RunnerUpShare = shape.RunnerUpShare,
            ShapeProvenance = shape.Provenance,
            Reason = shape.Reason,
            Writes = Writes(tree),
            RandomAccesses = rows.Fetched.ToFigure(),
            RowsTouched = rows.Touched.ToFigure(),
            RowsReturned = rows.Returned.ToFigure(),
            Dop = tree.Dop.ToFigure(),
            Cost = tree.Cost.ToFigure(),
            Tables = Tables(tree),
            Operators = Operators(tree, weights),
        };
        return WithCache(profile, tree, rows, workingSet, options.LlcBytes);
    }

    /// <summary>What sorts and hash tables used together bounds their part.</summary>
    private static Quantity WorkingSetOf(PlanTree tree)
    {
        var all = WorkingSet.Peak(tree, node => node.Structure.Bytes);
        if (!tree.UsedMemory.IsKnown || !all.IsKnown || all.Value <= tree.UsedMemory.Value)
            return all;
        var others = WorkingSet.Peak(tree, node => IsWorkMemory(node) ? default : node.Structure.Bytes);
        return others.IsKnown && others.Value + tree.UsedMemory.Value < all.Value ? others + tree.UsedMemory : all;
    }

    private static bool IsWorkMemory(PlanNode node) => node.Structure.Kind is StructureKind.HashTable or StructureKind.Sort;

    private static PlanProfile WithCache(
        PlanProfile profile, PlanTree tree, RowTotals rows, Quantity workingSet, double llc)
    {
        var innerPages = HasInnerPages(tree) ? WorkingSet.Peak(tree, InnerPages) : default;
        return profile with
        {
            CacheUse = profile.Shape == PlanShape.Unknown
                ? CacheUse.Sensitive
                : CacheJudge.Use(rows.StreamedBytes, workingSet, innerPages, llc),
            Locality = CacheJudge.Locality(tree, rows.StreamedBytes, llc),
            Temporality = CacheJudge.Reuse(workingSet, rows.Fetched, rows.Read),
            WorkingSetBytes = workingSet.ToFigure(),
            StreamedBytes = rows.StreamedBytes.ToFigure(),
            MemoryGrantBytes = (tree.Grant.IsKnown ? tree.Grant : WorkingSet.Peak(tree, Wanted)).ToFigure(),
        };
    }

    private static bool Writes(PlanTree tree)
    {
        if (tree.Kind is StatementKind.BulkLoad or StatementKind.Insert or StatementKind.Update or StatementKind.Delete
            or StatementKind.Merge or StatementKind.IndexBuild)
            return true;
        foreach (var node in tree.Nodes)
        {
            if (node.Kind == OperatorKind.Write)
                return true;
        }

        return false;
    }

    private static bool HasInnerPages(PlanTree tree)
    {
        foreach (var node in tree.Nodes)
        {
            if (node.Structure.Kind == StructureKind.InnerPages)
                return true;
        }

        return false;
    }

    private static Quantity InnerPages(PlanNode node) =>
        node.Structure.Kind == StructureKind.InnerPages ? node.Structure.Bytes : default;

    /// <summary>Memory of operators that ask for work memory, as if there were no budget.</summary>
    private static Quantity Wanted(PlanNode node) => node.Structure switch
    {
        { Kind: StructureKind.None or StructureKind.InnerPages } => default,
        { Bytes.IsKnown: false } => Quantity.Unknown,
        _ => new(node.Structure.WantedBytes, Quantity.Worse(node.Structure.Bytes.Provenance, Provenance.Inferred)),
    };

    private static ImmutableArray<string> Tables(PlanTree tree)
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        var tables = ImmutableArray.CreateBuilder<string>();
        foreach (var node in tree.Nodes)
        {
            if (node.Table is { } table && seen.Add(table))
                tables.Add(table);
        }

        return tables.DrainToImmutable();
    }

    private static ImmutableArray<PlanOperator> Operators(PlanTree tree, double[] weights)
    {
        var operators = ImmutableArray.CreateBuilder<PlanOperator>(tree.Nodes.Length);
        foreach (var node in tree.Nodes)
        {
            operators.Add(new(
                node.Id, node.Parent, node.Name, Families.Of(node.Kind), node.Rows.ToFigure(), node.Executions.ToFigure(),
                node.Structure.Bytes.ToFigure(), node.StreamedBytes.ToFigure(), weights[node.Id]) { Table = node.Table });
        }

        return operators.MoveToImmutable();
    }
}
