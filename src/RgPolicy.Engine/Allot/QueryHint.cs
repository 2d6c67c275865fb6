namespace RgPolicy.Engine.Allot;

/// <summary>A hint of SQL Server's Query Store, which holds from the next execution of a statement on.</summary>
/// <param name="Maxdop">The most workers of one operator, 1 to 64; null leaves it to the server.</param>
/// <param name="GrantPercent">The largest memory grant, percent of what the session's workload group lets a query have;
/// null leaves it to the server.</param>
internal sealed record QueryHint(int? Maxdop, decimal? GrantPercent)
{
    /// <summary>Decimals of a share of a memory grant.</summary>
    internal const int GrantDecimals = 2;

    private const decimal WholeGrant = 100;
    private const decimal LeastGrant = 0.01m;

    /// <summary>As the server takes it.</summary>
    public string Text => $"OPTION ({string.Join(", ", Parts())})";

    /// <summary>
    /// Half of what a statement has now: of its workers, where it has several, and of its memory grant,
    /// where it needs one. Null where nothing is left to be said.
    /// </summary>
    /// <param name="present">Its hint so far, or null.</param>
    /// <param name="workers">The degree of parallelism that it ran with.</param>
    /// <param name="granted">Its memory grant, percent of the largest one that it may have; null where
    /// it needs none.</param>
    public static QueryHint? Half(QueryHint? present, int workers, decimal? granted)
    {
        var from = Math.Min(present?.Maxdop ?? workers, workers);
        var maxdop = from > 1 ? from / 2 : present?.Maxdop;
        var grant = granted is { } share
            ? Share(Math.Min(share, present?.GrantPercent ?? WholeGrant) / 2)
            : present?.GrantPercent;
        return maxdop is null && grant is null ? null : new QueryHint(maxdop, grant);
    }

    /// <summary>A share as a hint takes it: rounded down, and never nothing.</summary>
    internal static decimal Share(decimal percent) =>
        Math.Max(LeastGrant, Math.Round(percent, GrantDecimals, MidpointRounding.ToZero));

    private IEnumerable<string> Parts()
    {
        if (Maxdop is { } maxdop)
            yield return string.Create(CultureInfo.InvariantCulture, $"MAXDOP {maxdop}");

        if (GrantPercent is { } grant)
            yield return string.Create(CultureInfo.InvariantCulture, $"MAX_GRANT_PERCENT = {grant:0.##}");
    }
}
