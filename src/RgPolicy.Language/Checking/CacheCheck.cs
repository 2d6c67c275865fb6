using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking;

/// <summary>RG4002 and RG4003: cache shares against the ways and classes of service of the target.</summary>
internal sealed class CacheCheck(TargetProfile target, DiagnosticBag bag)
{
    public void Run(Policy policy)
    {
        if (target.LlcWays == 0)
        {
            return; // No cache allocation at all: RG5001 says so.
        }

        foreach (var placed in PlacedSetting.All(policy))
            CheckWays(placed.Setting);

        CheckClasses(policy);
    }

    private void CheckWays(Setting setting)
    {
        if (setting.Value is not CacheValue cache || cache.Percent is { } percent && (percent <= 0 || percent > 100))
            return;

        var ways = Ways(cache);
        if (ways > target.LlcWays)
        {
            Report(
                setting,
                $"`{setting.Text}` asks for {ways} ways, and an L3 domain of the target `{target.Name}` has "
                    + $"{target.LlcWays}."
            );
        }
        else if (ways < LeastWays)
        {
            Report(
                setting,
                $"`{setting.Text}` gives {ways} of {target.LlcWays} ways on the target `{target.Name}`, "
                    + $"where a mask has at least {LeastWays}: add `, at least {Math.Max(2, LeastWays)} ways`."
            );
        }
        else if (ways == 1 && target.LlcWays > 1)
        {
            bag.Add(
                DiagnosticSeverity.Warning,
                "RG4002",
                setting.Range,
                $"`{setting.Text}` gives one way of {target.LlcWays} on the target "
                    + $"`{target.Name}`: lines that fall on each other there leave at once, so a scan gets two. Add "
                    + "`, at least 2 ways`."
            );
        }
    }

    private void CheckClasses(Policy policy)
    {
        var shares = policy
            .Pools.Where(pool =>
                pool.Find(SettingName.Cache) is not null || pool.Find(SettingName.MemoryBandwidth) is not null
            )
            .Select(pool => (Pool: pool, Key: ShareKey(pool)))
            .Where(share => share.Key != (target.LlcWays, false, ""))
            .ToList();
        var distinct = shares.Select(share => share.Key).Distinct().Count();
        var free = Math.Max(0, target.ClassesOfService - 1);
        if (distinct <= free)
            return;

        var names = string.Join(", ", shares.Select(share => $"`{share.Pool.Name}`"));
        bag.Add(
            "RG4003",
            shares[^1].Pool.Range,
            string.Create(
                CultureInfo.InvariantCulture,
                $"The pools {names} ask for {distinct} different shares, and the target `{target.Name}` has "
                    + $"{target.ClassesOfService} classes of service, one of them for all else: those with the nearest "
                    + $"shares will have one in common."
            )
        );
    }

    private (int Ways, bool Exclusive, string Bandwidth) ShareKey(Pool pool)
    {
        var cache = pool.Find(SettingName.Cache)?.Value as CacheValue;
        var bandwidth = pool.Find(SettingName.MemoryBandwidth)?.Value as AmountValue;
        return (cache is null ? target.LlcWays : Ways(cache), cache?.Exclusive ?? false, bandwidth?.ToString() ?? "");
    }

    private int LeastWays => Math.Max(1, target.MinimumMaskBits);

    private int Ways(CacheValue cache) => CacheWays.Of(cache, target);

    private void Report(Setting setting, string message) => bag.Add("RG4002", setting.Range, message);
}

/// <summary>How many ways of an L3 domain a share of the cache comes to on a target.</summary>
internal static class CacheWays
{
    public static int Of(CacheValue cache, TargetProfile target)
    {
        var asked = cache.Ways ?? Share(cache.Percent ?? 100, target);
        return Math.Max(asked, cache.AtLeastWays ?? 0);
    }

    private static int Share(Rational percent, TargetProfile target) =>
        percent > 100 ? target.LlcWays : (int)(percent * target.LlcWays / 100).Floor();
}
