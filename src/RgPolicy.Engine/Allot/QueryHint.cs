using System.Globalization;
using System.Numerics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Allot;

/// <summary>A hint of SQL Server's Query Store, which holds from the next execution of a statement on.</summary>
/// <param name="Maxdop">The most workers of one operator, 1 to 64; null leaves it to the server.</param>
/// <param name="GrantPercent">The largest memory grant, percent of what Resource Governor lets a query have; null leaves it to the server.</param>
public sealed record QueryHint(int? Maxdop, decimal? GrantPercent)
{
    private const int MostWorkers = 64;
    private const int GrantDecimals = 2;
    private const decimal WholeGrant = 100;
    private const decimal LeastGrant = 0.01m;

    /// <summary>As the server takes it.</summary>
    public string Text => $"OPTION ({string.Join(", ", Parts())})";

    /// <summary>What of a pool a hint can carry; null where there is nothing.</summary>
    public static QueryHint? Of(Pool pool)
    {
        ArgumentNullException.ThrowIfNull(pool);
        int? maxdop = pool.Find(SettingName.Maxdop) is { Value: AmountValue { Amount: var dop } } && dop >= 1
            ? (int)BigInteger.Min(dop.Floor(), MostWorkers) : null;
        decimal? grant = pool.Find(SettingName.Grant) is { Value: AmountValue { Type: SignalType.Percent } percent }
            ? LimitRounding.Down(percent.Amount, GrantDecimals) : null;
        return maxdop is null && grant is null ? null : new QueryHint(maxdop, grant);
    }

    /// <summary>
    /// Half of what a statement has now: of its workers, where it has several, and of its memory grant, where it needs one. Null where
    /// nothing is left to be said.
    /// </summary>
    /// <param name="present">Its hint so far, or null.</param>
    /// <param name="workers">The degree of parallelism that it ran with.</param>
    /// <param name="hasGrant">It was given a memory grant.</param>
    public static QueryHint? Half(QueryHint? present, int workers, bool hasGrant)
    {
        var from = Math.Min(present?.Maxdop ?? workers, workers);
        var maxdop = from > 1 ? from / 2 : present?.Maxdop;
        var grant = hasGrant
            ? Math.Max(LeastGrant, Math.Round((present?.GrantPercent ?? WholeGrant) / 2, GrantDecimals, MidpointRounding.ToZero)) : present?.GrantPercent;
        return maxdop is null && grant is null ? null : new QueryHint(maxdop, grant);
    }

    private IEnumerable<string> Parts()
    {
        if (Maxdop is { } maxdop)
        {
            yield return string.Create(CultureInfo.InvariantCulture, $"MAXDOP {maxdop}");
        }

        if (GrantPercent is { } grant)
        {
            yield return string.Create(CultureInfo.InvariantCulture, $"MAX_GRANT_PERCENT = {grant}");
        }
    }
}
