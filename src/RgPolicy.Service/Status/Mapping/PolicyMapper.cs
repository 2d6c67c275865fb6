using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Sharing;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>Parts of a compiled policy as several documents have them.</summary>
internal static class PolicyMapper
{
    private const string NoEffect = "none";

    public static SettingStatus[] Settings(IEnumerable<SettingEffect> settings) =>
        [
            .. settings.Select(each => new SettingStatus(
                each.Name,
                each.Requested,
                each.Effective,
                each.Effect,
                each.Reason
            )),
        ];

    /// <summary>What of a policy is not carried out: rules, strategies and objectives, then settings of
    /// pools.</summary>
    public static NotEnforcedStep[] NotEnforced(PolicyProgram program)
    {
        return
        [
            .. program.NotEnforced.Select(each => new NotEnforcedStep(each.Name, each.Line, each.Reason)),
            .. from pool in program.Pools
            from setting in pool.Pool.Settings.Zip(pool.Settings)
            where setting.Second.Effect == NoEffect && !AsksForEverything(setting.Second)
            select new NotEnforcedStep(
                NameOf(pool.Pool.Name, setting.Second.Requested),
                setting.First.Range.StartLine,
                setting.Second.Reason
            ),
        ];
    }

    /// <summary>What a setting of a pool is called among what is not carried out.</summary>
    public static string NameOf(string? pool, string? setting) => $"pool {pool}: {setting}";

    // What has the whole machine anyway has what it asks for.
    private static bool AsksForEverything(SettingEffect setting) => setting.Requested is "cache 100%" or "cores all";
}

/// <summary>Says that the cache strategy leaves the masks as written at present, since nothing would gain.</summary>
internal static class OwnDomainsNote
{
    /// <summary>The note; null while the cache is split.</summary>
    public static NotEnforcedItem? Of(PolicyState policy) =>
        policy is { HasOwnDomains: true, Program.Policy.CacheStrategy: { } strategy }
            ? new NotEnforcedItem(
                "cache strategy: split",
                strategy.Range.StartLine,
                "at present what runs has L3 domains nearly to itself: the masks are as written"
            )
            : null;
}

/// <summary>Says that single queries have no ways of their own, because of the sidecar or of other servers.</summary>
internal static class PartsNote
{
    /// <summary>The note; null where queries may have parts of pools, or the policy asks for none that could be
    /// carried out: that is said elsewhere.</summary>
    public static NotEnforcedItem? Of(PolicyProgram program, SidecarState? sidecar, HostShare? sharing) =>
        program is { HasParts: true, Policy.CacheStrategy: { } strategy } && Why(program, sidecar, sharing) is { } why
            ? new NotEnforcedItem(
                "cache strategy: parts of pools",
                strategy.Range.StartLine,
                $"{why}: the queries of a pool share its ways"
            )
            : null;

    private static string? Why(PolicyProgram program, SidecarState? sidecar, HostShare? sharing) =>
        (sidecar, sharing) switch
        {
            ({ WhyNoParts: { } why }, _) => why,
            ({ MostPools: null }, _) =>
                $"the sidecar is of version {sidecar.Version}, which is older than parts of pools",
            ({ MostPools: { } most }, _) when !program.HasNumberForPart(most) => Invariant(
                $"the sidecar takes {most} pools (max_pools of its limits), and the policy's leave none for a part"
            ),
            (_, { } shared) => $"the host is shared with {string.Join(", ", shared.Others)}",
            _ => null,
        };
}
