namespace RgPolicy.Plans.SqlServer;

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
