namespace RgPolicy.Plans.Judge;

/// <summary>The shape of a statement: six rules in order, the first that holds decides.</summary>
internal static class ShapeJudge
{
    private const double BulkLoadRows = 10_000;
    private const double WriteRows = 1_000;
    private const double WrittenPart = 0.1;

    // What constants, values and their expressions cost, in the servers' units: well above what any of them charges.
    private const double CostOfConstants = 100;
    private const double CostOfConstantRow = 0.1;

    // PostgreSQL charges 0.25 for a call of a function in another language than its own, and 0.0025 for one of its own.
    private const double CostOfCall = 0.25;
    private const double FewRows = 2;

    public static ShapeVerdict Judge(PlanTree tree, RowTotals rows)
    {
        var verdict =
            NoTable(tree)
            ?? Maintenance(tree)
            ?? BulkLoad(tree, rows)
            ?? NothingKnown(tree)
            ?? OltpRule.Judge(tree, rows)
            ?? Write(tree, rows)
            ?? WeightRule.Judge(tree)
            ?? NoWork(tree);
        return verdict with { Provenance = Quantity.Worse(verdict.Provenance, tree.Basis) };
    }

    private static ShapeVerdict? NoTable(PlanTree tree)
    {
        PlanNode? function = null;
        foreach (var node in tree.Nodes)
        {
            if (Families.IsAccess(node.Kind) || node.Kind == OperatorKind.Write || node.Table is not null)
                return null;
            if (node.Kind == OperatorKind.Function)
                function ??= node;
        }

        if (function is not null)
            return new(PlanShape.Unknown, $"{function.Name} hides what it does: the plan shows no table");
        if (!tree.Has(OperatorKind.Constant))
            return null;
        return HidesWork(tree)
            ? new(PlanShape.Unknown, "the plan shows no table, and its cost tells of work that it does not show")
            : new(PlanShape.Utility, "no table access");
    }

    // PostgreSQL leaves sub-plans of some recursive queries out of what it shows, and what a function runs; the
    // operator above has their cost.
    private static bool HidesWork(PlanTree tree)
    {
        var (rows, isResult) = (0.0, false);
        foreach (var node in tree.Nodes)
        {
            rows += node.Rows.OrZero;
            isResult |= node.Name == "Result";
        }

        return tree.Cost.OrZero > CostOfConstants + (CostOfConstantRow * rows)
            || (isResult && rows <= FewRows && tree.Cost.OrZero >= CostOfCall);
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
            ? new(PlanShape.BulkLoad, $"{FigureText.Rows(rows.Written)} written")
            : null;
    }

    private static ShapeVerdict? NothingKnown(PlanTree tree)
    {
        foreach (var node in tree.Nodes)
        {
            if (node.Rows.IsKnown)
                return null;
        }

        return new(PlanShape.Unknown, "the plan carries no believable row counts") { Provenance = Provenance.Unknown };
    }

    private static ShapeVerdict? Write(PlanTree tree, RowTotals rows)
    {
        var read = rows.Read.OrZero + rows.Fetched.OrZero;
        if (rows.Written.OrZero <= WriteRows || rows.Written.OrZero <= WrittenPart * read)
            return null;
        var work = WeightRule.Judge(tree);
        return new(PlanShape.Write, $"{FigureText.Rows(rows.Written)} written for {FigureText.Rows(read)} read")
        {
            RunnerUp = work?.Shape,
        };
    }

    private static ShapeVerdict NoWork(PlanTree tree)
    {
        if (tree.Has(OperatorKind.Write))
            return new(PlanShape.Oltp, "a write that reads and changes nothing to speak of");
        foreach (var node in tree.Nodes)
        {
            if (Families.IsAccess(node.Kind))
                return new(PlanShape.Scan, "reads tables, but no rows");
        }

        return new(PlanShape.Unknown, "no operator here tells what the statement does")
        {
            Provenance = Provenance.Unknown,
        };
    }
}

/// <summary>A shape, how close the call was, and why.</summary>
internal readonly record struct ShapeVerdict(PlanShape Shape, string Reason)
{
    public double? Share { get; init; }

    public PlanShape? RunnerUp { get; init; }

    public double? RunnerUpShare { get; init; }

    /// <summary>Actual unless told otherwise.</summary>
    public Provenance Provenance { get; init; }
}

/// <summary>Few rows by point access, small ranges or tiny tables, without large structures and without
/// parallel workers.</summary>
internal static class OltpRule
{
    private const double MostRows = 2_000;
    private const double MostPages = 64;
    private const double MostStructureBytes = 1024 * 1024;

    public static ShapeVerdict? Judge(PlanTree tree, RowTotals rows)
    {
        var touched = rows.Touched;
        if (!touched.IsKnown || touched.Value > MostRows)
            return null;
        if (tree.Dop.OrZero > 1 || tree.Has(OperatorKind.Exchange))
            return null;
        foreach (var node in tree.Nodes)
        {
            if (!IsSmall(node))
                return null;
        }

        return new(PlanShape.Oltp, $"touches {FigureText.Rows(touched)} by {Access(tree)}");
    }

    private static bool IsSmall(PlanNode node)
    {
        // Upper index levels, of which so few look-ups meet most pages once, are nothing that is kept for them.
        var (structure, bytes) = (node.Structure.Kind, node.Structure.Bytes);
        if (!bytes.IsKnown || (bytes.Value > MostStructureBytes && structure != StructureKind.UpperLevels))
            return false;
        return node.Kind switch
        {
            OperatorKind.TableScan => node.Pages.IsKnown && node.Pages.Value <= MostPages
                || node.Executions is { IsKnown: true, Value: 0 },
            OperatorKind.IndexRange => node.Rows.IsKnown && node.Rows.Value <= MostRows,
            OperatorKind.RemoteScan or OperatorKind.Function => false,
            _ => true,
        };
    }

    private static string Access(PlanTree tree)
    {
        string?[] ways =
        [
            tree.Has(OperatorKind.PointAccess) ? "point access" : null,
            tree.Has(OperatorKind.IndexRange) ? "a short index range" : null,
            tree.Has(OperatorKind.TableScan) ? "tables of a few pages" : null,
        ];
        var known = string.Join(" and ", ways.OfType<string>());
        if (known.Length > 0)
            return known;
        return tree.Has(OperatorKind.Write) ? "the write alone" : "what it read while it was planned";
    }
}
