using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>Pages that the inner side of nested loops visits again and again.</summary>
internal static class PostgresInnerPages
{
    /// <summary>Visited this often on average, pages are worth keeping.</summary>
    private const double Revisits = 2;

    /// <summary>The upper levels of an index, as a part of all its pages.</summary>
    private const double UpperLevels = 0.01;

    /// <summary>Null where the operator is not below nested loops or runs only once.</summary>
    public static Structure? Of(ServerNode node, OperatorKind kind, PostgresFlow flow, Access access)
    {
        var executions = node.ActualLoops ?? flow.Times;
        if (!IsRepeated(node) || executions <= flow.Processes || !access.Pages.IsKnown)
            return null;
        var distinct = access.Pages.Value;
        var visits = executions * access.PagesPerProbe / (node.IsParallelAware ? flow.Processes : 1);
        var isKept = visits >= Revisits * distinct;
        var hot =
            isKept ? distinct
            : kind == OperatorKind.TableScan ? 0
            : UpperPages(access, executions);
        var bytes = new Quantity(
            hot * PostgresCostModel.PageBytes,
            Quantity.Worse(access.Pages.Provenance, Provenance.Inferred)
        );
        return new(
            isKept ? StructureKind.InnerPages : StructureKind.UpperLevels,
            bytes,
            0,
            distinct * PostgresCostModel.PageBytes
        );
    }

    /// <summary>A plan does not print an index's size: where the catalog does not tell it either, the leaves that hold
    /// the fetched entries stand for it.</summary>
    private static double UpperPages(Access access, double executions)
    {
        if (access.IndexPages is double pages)
            return Math.Max(1, Math.Ceiling(pages * UpperLevels));
        var entries = Math.Max(access.RowsRead.OrZero, executions);
        return Math.Ceiling(entries / PageVisits.EntriesPerLeaf * UpperLevels);
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
