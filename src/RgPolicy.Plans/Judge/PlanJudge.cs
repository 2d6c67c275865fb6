using System.Collections.Immutable;

namespace RgPolicy.Plans.Judge;

/// <summary>A neutral plan tree to what the plan tells.</summary>
internal static class PlanJudge
{
    public static PlanProfile Judge(PlanTree tree, PlanReaderOptions options)
    {
        var rows = RowTotals.Of(tree);
        var weights = tree.Nodes.Select(node => Weights.Of(tree, node)).ToImmutableArray();
        var shape = ShapeJudge.Judge(tree, rows, weights);
        var workingSet = WorkingSet.Peak(tree, node => node.Structure.Bytes);
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

    private static PlanProfile WithCache(
        PlanProfile profile, PlanTree tree, RowTotals rows, Quantity workingSet, double llc)
    {
        var innerPages = WorkingSet.Peak(tree, InnerPages);
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

    private static bool Writes(PlanTree tree) =>
        tree.Kind is StatementKind.BulkLoad or StatementKind.Insert or StatementKind.Update or StatementKind.Delete
            or StatementKind.Merge or StatementKind.IndexBuild
        || tree.Nodes.Any(node => node.Kind == OperatorKind.Write);

    private static Quantity InnerPages(PlanNode node) =>
        node.Structure.Kind == StructureKind.InnerPages ? node.Structure.Bytes : default;

    /// <summary>Memory of operators that ask for work memory, as if there were no budget.</summary>
    private static Quantity Wanted(PlanNode node) => node.Structure switch
    {
        { Kind: StructureKind.None or StructureKind.InnerPages } => default,
        { Bytes.IsKnown: false } => Quantity.Unknown,
        _ => new(node.Structure.WantedBytes, Quantity.Worse(node.Structure.Bytes.Provenance, Provenance.Inferred)),
    };

    private static ImmutableArray<string> Tables(PlanTree tree) =>
        [.. tree.Nodes.Select(node => node.Table).OfType<string>().Distinct(StringComparer.Ordinal)];

    private static ImmutableArray<PlanOperator> Operators(PlanTree tree, ImmutableArray<double> weights) =>
        [.. tree.Nodes.Select(node => new PlanOperator(
            node.Id, node.Parent, node.Name, Families.Of(node.Kind), node.Rows.ToFigure(), node.Executions.ToFigure(),
            node.Structure.Bytes.ToFigure(), node.StreamedBytes.ToFigure(), weights[node.Id]) { Table = node.Table })];
}
