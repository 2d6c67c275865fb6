using RgPolicy.Documents.Status;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>Parts of a compiled policy as several documents have them.</summary>
public static class PolicyMapper
{
    private const string NoEffect = "none";

    /// <summary>What became of settings.</summary>
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
        ArgumentNullException.ThrowIfNull(program);
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
