using System.Numerics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Allot;

/// <summary>What of a pool holds for one query, whatever carries it out.</summary>
/// <param name="Maxdop">The most workers of one operator, 1 to 64; null leaves it to the server.</param>
/// <param name="GrantPercent">The largest memory grant, percent of the resource pool's workspace
/// memory; null leaves it to the server.</param>
internal sealed record QueryLimits(int? Maxdop, decimal? GrantPercent)
{
    private const int MostWorkers = 64;
    private const decimal Whole = 100;

    /// <summary>Those of a pool; null where it has none that a hint can carry.</summary>
    public static QueryLimits? Of(Pool pool)
    {
        int? maxdop =
            pool.Find(SettingName.Maxdop) is { Value: AmountValue { Amount: var dop } } && dop >= 1
                ? (int)BigInteger.Min(dop.Floor(), MostWorkers)
                : null;
        decimal? grant = pool.Find(SettingName.Grant) is { Value: AmountValue { Type: SignalType.Percent } percent }
            ? LimitRounding.Down(percent.Amount, QueryHint.GrantDecimals)
            : null;
        return maxdop is null && grant is null ? null : new QueryLimits(maxdop, grant);
    }

    /// <summary>
    /// The hint for sessions whose workload group lets a query have a share of the workspace memory: a
    /// hint counts from that share. A limit that the group keeps anyway needs none.
    /// </summary>
    /// <param name="ofGroup">REQUEST_MAX_MEMORY_GRANT_PERCENT of the group, above 0.</param>
    public QueryHint? AsHint(decimal ofGroup)
    {
        var grant =
            GrantPercent is { } wanted && wanted < ofGroup ? QueryHint.Share(wanted * Whole / ofGroup) : (decimal?)null;
        return Maxdop is null && grant is null ? null : new QueryHint(Maxdop, grant);
    }
}

/// <summary>Limits as a server takes them, with a few decimals.</summary>
internal static class LimitRounding
{
    /// <summary>Rounded down, so that a limit is never above what was asked for.</summary>
    public static decimal Down(Rational amount, int decimals) =>
        Math.Round((decimal)amount.ToDouble(), decimals, MidpointRounding.ToZero);
}
