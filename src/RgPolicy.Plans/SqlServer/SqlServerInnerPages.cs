using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>Pages that the inner side of nested loops visits again and again.</summary>
internal static class SqlServerInnerPages
{
    /// <summary>Visited this often on average, pages are worth keeping.</summary>
    private const double Revisits = 2;

    /// <summary>The upper levels of an index, as a part of all its pages.</summary>
    private const double UpperLevels = 0.01;

    /// <summary>A charge below this part of the visits shows that the optimiser expects the same pages again.</summary>
    private const double ChargedAgain = 0.9;

    /// <summary>A stored row where the plan reads less of it, bytes.</summary>
    private const double AssumedRowBytes = 60;

    public static Structure Of(ServerOperator node, OperatorKind kind, SqlServerFlow flow, Access access)
    {
        var threads = node.Counters.Exist ? Math.Max(1, node.Counters.Threads) : 1;
        if (!flow.IsRepeated || !flow.Executions.IsKnown || flow.Executions.Value <= threads)
            return default;
        var visits =
            flow.Executions.Value * (kind == OperatorKind.TableScan ? access.Pages.OrZero : access.PagesPerProbe);
        var relation = kind == OperatorKind.TableScan ? access.Pages.OrZero : RelationPages(node, visits);
        var distinct = Math.Min(visits, relation);
        var isKept = visits >= Revisits * distinct;
        var hot =
            isKept ? distinct
            : kind == OperatorKind.TableScan ? 0
            : Math.Min(flow.Executions.Value, Math.Ceiling(relation * UpperLevels));
        var bytes = new Quantity(hot * SqlServerCostModel.PageBytes, Provenance.Inferred);
        return new(
            isKept ? StructureKind.InnerPages : StructureKind.UpperLevels,
            bytes,
            0,
            distinct * SqlServerCostModel.PageBytes
        );
    }

    /// <summary>
    /// Pages of the relation: what its rows fill, and what look-ups are charged for where the charge
    /// shows that pages repeat.
    /// </summary>
    private static double RelationPages(ServerOperator node, double visits)
    {
        var filled =
            node.TableCardinality > 0
                ? Math.Ceiling(SqlServerCostModel.PagesOf(node.TableCardinality, Math.Max(node.Width, AssumedRowBytes)))
                : double.NaN;
        var executions = 1 + node.Rebinds + node.Rewinds;
        var charged = Math.Ceiling(SqlServerCostModel.DistinctPages(node.SubtreeCost, node.Cpu, executions));
        var repeats = charged > 0 && charged < ChargedAgain * executions;
        if (double.IsNaN(filled))
            return repeats ? charged : visits;
        return Math.Max(
            1,
            repeats && node.Counters is { Exist: false } ? Math.Min(filled, Math.Max(1, charged)) : filled
        );
    }
}
