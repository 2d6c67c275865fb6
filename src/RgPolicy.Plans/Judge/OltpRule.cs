namespace RgPolicy.Plans.Judge;

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
