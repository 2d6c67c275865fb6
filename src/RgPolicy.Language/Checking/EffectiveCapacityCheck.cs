using RgPolicy.Language.Analysis.Comparing;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking;

/// <summary>
/// RG4001 and RG4002 of all pools together, as written and with the settings of states in force: minimums that sum
/// above 100 %, a minimum above its maximum, exclusive shares above the cache. A policy has few states, so each mix of
/// them that can be active together is looked at; of many, each state alone and all together.
/// </summary>
internal sealed class EffectiveCapacityCheck(Policy policy, TargetProfile target, DiagnosticBag bag)
{
    private const int MostMixedStates = 8;

    // Only a fault asks which states can be active together.
    private readonly Lazy<StateMixes> _mixes = new(() => StateMixes.Of(policy.States));

    /// <param name="isWhole">False for a policy of which parts are missing: then its states are not looked at.</param>
    public void Run(bool isWhole)
    {
        var states = policy.States.Where(state => !state.Overrides.IsEmpty).ToImmutableArray();
        Check([]);
        foreach (var active in isWhole ? Mixes(states) : [])
            Check(active);
    }

    // Fewest first, so that a message names no more states than it needs.
    private static IEnumerable<ImmutableArray<State>> Mixes(ImmutableArray<State> states) =>
        states.Length > MostMixedStates
            ? [.. states.Select(state => ImmutableArray.Create(state)), states]
            : StateMixes.Subsets(states);

    private void Check(ImmutableArray<State> active)
    {
        var pools = new SettingsInForce(active);
        CheckSum(pools, active, SettingName.CpuMin);
        CheckSum(pools, active, SettingName.MemoryMin);
        CheckOrder(pools, active, SettingName.CpuMin, SettingName.CpuMax);
        CheckOrder(pools, active, SettingName.MemoryMin, SettingName.MemoryMax);
        CheckExclusive(pools, active);
    }

    private void CheckSum(SettingsInForce pools, ImmutableArray<State> active, SettingName name)
    {
        if (
            Over(pools, active, name, 100, value => value is AmountValue amount ? amount.Amount : 0) is var (where, sum)
        )
        {
            Report(
                "RG4001",
                where,
                active,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"`{SettingNames.ToText(name)}` of all pools sums to {sum.ToDouble():0.##}%: at "
                        + $"most 100% can be promised."
                )
            );
        }
    }

    private void CheckOrder(SettingsInForce pools, ImmutableArray<State> active, SettingName low, SettingName high)
    {
        foreach (var pool in policy.Pools)
        {
            if (
                pools.Find(pool, low) is { Value: AmountValue least } lower
                && pools.Find(pool, high) is { Value: AmountValue most } upper
                && least.Amount > most.Amount
                && (active.IsEmpty ? upper : pools.Changed(pool, high) ?? pools.Changed(pool, low)) is { } changed
            )
            {
                Report(
                    "RG4001",
                    changed,
                    active,
                    $"the pool has `{lower.Text}` and `{upper.Text}`: the minimum is above the maximum."
                );
            }
        }
    }

    // Pools without a share, and the server itself, have to be able to use what is left.
    private void CheckExclusive(SettingsInForce pools, ImmutableArray<State> active)
    {
        var least = Math.Max(1, target.MinimumMaskBits);
        if (
            target.LlcWays > 0
            && Over(pools, active, SettingName.Cache, target.LlcWays - least, Ways) is var (where, sum)
        )
        {
            Report(
                "RG4002",
                where,
                active,
                $"the exclusive shares take {sum} of {target.LlcWays} ways, and at least {least} must be left for all "
                    + "others."
            );
        }

        Rational Ways(SettingValue? value) =>
            value is CacheValue { Exclusive: true } cache ? CacheWays.Of(cache, target) : 0;
    }

    /// <summary>The setting with which a sum over all pools gets too high, and the sum; where states are active the last
    /// setting that one of them changes.</summary>
    private (Setting Where, Rational Sum)? Over(
        SettingsInForce pools,
        ImmutableArray<State> active,
        SettingName name,
        Rational most,
        Func<SettingValue?, Rational> amountOf
    )
    {
        Rational sum = 0;
        Setting? last = null;
        foreach (var pool in policy.Pools.TakeWhile(_ => sum <= most || !active.IsEmpty))
        {
            last = pools.Find(pool, name);
            sum += amountOf(last?.Value);
        }

        var changed = policy.Pools.Select(pool => pools.Changed(pool, name)).LastOrDefault(each => each is not null);
        return sum > most && (active.IsEmpty ? last : changed) is { } where ? (where, sum) : null;
    }

    // A fault of fewer states is not told again for more.
    private readonly HashSet<(string Code, Setting Setting)> _told = [];

    private void Report(string code, Setting setting, ImmutableArray<State> active, string what)
    {
        if (active.IsEmpty)
        {
            bag.Add(code, setting.Range, $"With this one {what}");
        }
        else if (!_told.Contains((code, setting)) && _mixes.Value.CanBeActive(active) && _told.Add((code, setting)))
        {
            var names = string.Join(" and ", active.Select(state => $"`{state.Name}`"));
            bag.Add(code, setting.Range, $"With {names} active {what}");
        }
    }
}
