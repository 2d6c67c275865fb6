namespace RgPolicy.Plans.Judge;

/// <summary>The shape of a statement: six rules in order, the first that holds decides.</summary>
internal static class ShapeJudge
{
    private const double BulkLoadRows = 10_000;
    private const double WriteRows = 1_000;
    private const double WrittenPart = 0.1;

    public static ShapeVerdict Judge(PlanTree tree, RowTotals rows, IReadOnlyList<double> weights)
    {
        var verdict = NoTable(tree)
            ?? Maintenance(tree)
            ?? BulkLoad(tree, rows)
            ?? NothingKnown(tree)
            ?? OltpRule.Judge(tree, rows)
            ?? Write(tree, rows, weights)
            ?? WeightRule.Judge(tree, weights)
            ?? NoWork(tree);
        return verdict with { Provenance = Quantity.Worse(verdict.Provenance, tree.Basis) };
    }

    private static ShapeVerdict? NoTable(PlanTree tree)
    {
        if (tree.Nodes.Any(node => Families.IsAccess(node.Kind) || node.Kind == OperatorKind.Write || node.Table is not null))
            return null;
        if (tree.Nodes.FirstOrDefault(node => node.Kind == OperatorKind.Function) is { } function)
            return new(PlanShape.Unknown, $"{function.Name} hides what it does: the plan shows no table");
        return tree.Nodes.Any(node => node.Kind == OperatorKind.Constant)
            ? new(PlanShape.Utility, "no table access")
            : null;
    }

    private static ShapeVerdict? Maintenance(PlanTree tree) =>
        tree.Kind is StatementKind.IndexBuild or StatementKind.Maintenance
            ? new(PlanShape.Maintenance, "the statement is maintenance")
            : null;

    private static ShapeVerdict? BulkLoad(PlanTree tree, RowTotals rows)
    {
        if (tree.Kind == StatementKind.BulkLoad)
            return new(PlanShape.BulkLoad, "the statement loads a table");
        return rows.Written.OrZero > BulkLoadRows
            ? new(PlanShape.BulkLoad, $"{Words.Rows(rows.Written)} written")
            : null;
    }

    private static ShapeVerdict? NothingKnown(PlanTree tree) =>
        tree.Nodes.All(node => !node.Rows.IsKnown)
            ? new(PlanShape.Unknown, "the plan carries no believable row counts") { Provenance = Provenance.Unknown }
            : null;

    private static ShapeVerdict? Write(PlanTree tree, RowTotals rows, IReadOnlyList<double> weights)
    {
        var read = rows.Read.OrZero + rows.Fetched.OrZero;
        if (rows.Written.OrZero <= WriteRows || rows.Written.OrZero <= WrittenPart * read)
            return null;
        var work = WeightRule.Judge(tree, weights);
        return new(PlanShape.Write, $"{Words.Rows(rows.Written)} written for {Words.Rows(read)} read")
        {
            RunnerUp = work?.Shape,
        };
    }

    private static ShapeVerdict NoWork(PlanTree tree)
    {
        if (tree.Nodes.Any(node => node.Kind == OperatorKind.Write))
            return new(PlanShape.Oltp, "a write that reads and changes nothing to speak of");
        return tree.Nodes.Any(node => Families.IsAccess(node.Kind))
            ? new(PlanShape.Scan, "reads tables, but no rows")
            : new(PlanShape.Unknown, "no operator here tells what the statement does") { Provenance = Provenance.Unknown };
    }
}
