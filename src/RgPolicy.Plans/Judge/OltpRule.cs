namespace RgPolicy.Plans.Judge;

/// <summary>Few rows by point access, small ranges or tiny tables, without large structures and without parallel workers.</summary>
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
        if (tree.Dop.OrZero > 1 || tree.Nodes.Any(node => node.Kind == OperatorKind.Exchange))
            return null;
        if (!tree.Nodes.All(IsSmall))
            return null;
        return new(PlanShape.Oltp, $"touches {Words.Rows(touched)} by {Access(tree)}");
    }

    private static bool IsSmall(PlanNode node)
    {
        if (!node.Structure.Bytes.IsKnown || node.Structure.Bytes.Value > MostStructureBytes)
            return false;
        return node.Kind switch
        {
            OperatorKind.TableScan => node.Pages.IsKnown && node.Pages.Value <= MostPages || node.Executions is { IsKnown: true, Value: 0 },
            OperatorKind.IndexRange => node.Rows.IsKnown && node.Rows.Value <= MostRows,
            OperatorKind.RemoteScan or OperatorKind.Function => false,
            _ => true,
        };
    }

    private static string Access(PlanTree tree)
    {
        var hasPoint = tree.Nodes.Any(node => node.Kind == OperatorKind.PointAccess);
        var hasRange = tree.Nodes.Any(node => node.Kind == OperatorKind.IndexRange);
        var hasTable = tree.Nodes.Any(node => node.Kind == OperatorKind.TableScan);
        var words = new List<string>();
        if (hasPoint)
            words.Add("point access");
        if (hasRange)
            words.Add("a short index range");
        if (hasTable)
            words.Add("tables of a few pages");
        return words.Count == 0 ? "the write alone" : string.Join(" and ", words);
    }
}
