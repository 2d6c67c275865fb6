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

/// <summary>
/// The optimiser's constants, as they show in every plan: pages cost 0.003125 for the first and when
/// reached at random, 0.000740741 in sequence; rows cost 0.000157 once and 0.0000011 each.
/// </summary>
internal static class SqlServerCostModel
{
    public const double PageBytes = 8192;

    private const double FirstPage = 0.003125;
    private const double NextPage = 0.000740741;
    private const double FirstRow = 0.000157;
    private const double EachRow = 0.0000011;

    /// <summary>Bytes of a page that rows can use.</summary>
    private const double UsablePage = 8096;

    /// <summary>Pages that one execution is charged for, read in sequence; 0 where no charge is printed.</summary>
    public static double Pages(double io) => io > 0 ? 1 + Math.Max(0, (io - FirstPage) / NextPage) : 0;

    /// <summary>Rows that one execution of a row-store access is charged for.</summary>
    public static double Rows(double cpu) => cpu > FirstRow ? (cpu - FirstRow) / EachRow : 0;

    /// <summary>What the first page of an access costs, and the first row of each execution, as far as
    /// they are charged at all.</summary>
    public static double Begun(double io, double cpu, double executions) =>
        Math.Min(FirstPage, io) + (Math.Min(FirstRow, cpu) * executions);

    /// <summary>Different pages that repeated look-ups are charged for: what their cost leaves beside
    /// the processor's work.</summary>
    public static double DistinctPages(double subtreeCost, double cpu, double executions) =>
        Math.Max(0, (subtreeCost - (cpu * executions)) / FirstPage);

    /// <summary>Pages that rows of that width fill at least.</summary>
    public static double PagesOf(double rows, double width) => rows * width / UsablePage;
}
