using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Testing;

/// <summary>
/// Whether a setting is the expected one by value: what the expectation does not name (<c>at least</c>,
/// <c>exclusive</c>) plays no part, and cores and ways are the same that come to the same on the target.
/// </summary>
internal static class SettingFit
{
    public static bool Fits(SettingValue expected, SettingValue actual, PolicyProgram program) =>
        (expected, actual) switch
        {
            (AmountValue wanted, AmountValue found) => wanted.Type == found.Type && wanted.Amount == found.Amount,
            (CacheValue wanted, CacheValue found) => FitsSize(wanted, found, program.Target.LlcWays)
                && (wanted.AtLeastWays is null || wanted.AtLeastWays == found.AtLeastWays)
                && (!wanted.Exclusive || found.Exclusive),
            (SlotsValue wanted, SlotsValue found) => wanted.Count == found.Count
                && (wanted.Wait is null || wanted.Wait == found.LongestWait),
            (CoreSetValue wanted, CoreSetValue found) => FitsCores(wanted, found, CpuMap.Of(program.Target)),
            _ => false,
        };

    /// <summary>What a setting comes to where no pool, state or rule has it; null where that is nothing.</summary>
    public static SettingValue? Usual(SettingName name) =>
        name == SettingName.CpuWeight ? new AmountValue(TargetLevers.UsualWeight, SignalType.Count) : null;

    private static bool FitsSize(CacheValue wanted, CacheValue found, int ways) =>
        (wanted.Percent, found.Percent) switch
        {
            ({ } left, { } right) => left == right,
            (null, null) => wanted.Ways == found.Ways,
            _ => Ways(wanted, ways) == Ways(found, ways),
        };

    private static Rational Ways(CacheValue cache, int ways) =>
        cache.Ways is { } count ? count : ((cache.Percent ?? 100) * ways / 100).Floor();

    private static bool FitsCores(CoreSetValue wanted, CoreSetValue found, CpuMap map) =>
        CoreSets.Resolve(wanted, map) is { } left
        && CoreSets.Resolve(found, map) is { } right
        && left.SequenceEqual(right);
}
