using RgPolicy.Language.Analysis.Comparing;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking;

/// <summary>
/// RG4001 and RG4002 with the settings of states in force: minimums that sum above 100 %, a minimum
/// above its maximum, exclusive shares above the cache. A policy has few states, so each mix of them that can be active
/// together is looked at; of many, each state alone and all together.
/// </summary>
internal sealed class EffectiveCapacityCheck(Policy policy, TargetProfile target, DiagnosticBag bag)
{
    private const int MostMixedStates = 8;

    // Only a fault asks which states can be active together.
    private readonly Lazy<StateMixes> _mixes = new(() => StateMixes.Of(policy.States));

    public void Run()
    {
        var states = policy.States.Where(state => !state.Overrides.IsEmpty).ToImmutableArray();
        foreach (var active in Mixes(states))
        {
            Check(active);
        }
    }

    private static IEnumerable<ImmutableArray<State>> Mixes(ImmutableArray<State> states)
    {
        if (states.Length > MostMixedStates)
        {
            return [.. states.Select(state => ImmutableArray.Create(state)), states];
        }

        // Fewest first, so that a message names no more states than it needs.
        return Enumerable
            .Range(1, (1 << states.Length) - 1)
            .OrderBy(mix => int.PopCount(mix))
            .ThenBy(mix => mix)
            .Select(mix => states.Where((_, place) => ((mix >> place) & 1) == 1).ToImmutableArray());
    }

    private void Check(ImmutableArray<State> active)
    {
        var changes = Changes(active);
        var pools = policy.Pools.Select(pool => new InForce(pool, changes)).ToList();
        CheckSum(pools, active, SettingName.CpuMin);
        CheckSum(pools, active, SettingName.MemoryMin);
        CheckOrder(pools, active, SettingName.CpuMin, SettingName.CpuMax);
        CheckOrder(pools, active, SettingName.MemoryMin, SettingName.MemoryMax);
        CheckExclusive(pools, active);
    }

    /// <summary>What the states set: of several the first in the text wins.</summary>
    private static Dictionary<(int Pool, SettingName Name), Setting> Changes(ImmutableArray<State> active)
    {
        var changes = new Dictionary<(int, SettingName), Setting>();
        foreach (var change in active.SelectMany(state => state.Overrides))
        {
            foreach (var setting in change.Settings)
            {
                changes.TryAdd((change.Pool.Index, setting.Name), setting);
            }
        }

        return changes;
    }

    private void CheckSum(List<InForce> pools, ImmutableArray<State> active, SettingName name)
    {
        Rational sum = 0;
        foreach (var pool in pools)
        {
            sum += pool.Find(name)?.Value is AmountValue amount ? amount.Amount : 0;
        }

        if (sum > 100 && LastChanged(pools, name) is { } changed)
        {
            Report(
                "RG4001",
                changed,
                active,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"`{SettingNames.ToText(name)}` of all pools sums to {sum.ToDouble():0.##}%: at "
                        + $"most 100% can be promised."
                )
            );
        }
    }

    private void CheckOrder(List<InForce> pools, ImmutableArray<State> active, SettingName low, SettingName high)
    {
        foreach (var pool in pools)
        {
            if (
                pool.Find(low) is { Value: AmountValue least } lower
                && pool.Find(high) is { Value: AmountValue most } upper
                && least.Amount > most.Amount
                && (pool.Changed(high) ?? pool.Changed(low)) is { } changed
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

    private void CheckExclusive(List<InForce> pools, ImmutableArray<State> active)
    {
        var sum = pools.Sum(pool =>
            pool.Find(SettingName.Cache)?.Value is CacheValue { Exclusive: true } cache
                ? CacheWays.Of(cache, target)
                : 0
        );
        var most = target.LlcWays - Math.Max(1, target.MinimumMaskBits);
        if (target.LlcWays > 0 && sum > most && LastChanged(pools, SettingName.Cache) is { } changed)
        {
            Report(
                "RG4002",
                changed,
                active,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"the exclusive shares take {sum} of {target.LlcWays} ways, and at least {target.LlcWays - most} "
                        + $"must be left for all others."
                )
            );
        }
    }

    private static Setting? LastChanged(List<InForce> pools, SettingName name) =>
        pools.Select(pool => pool.Changed(name)).LastOrDefault(setting => setting is not null);

    // A fault of fewer states is not told again for more.
    private readonly HashSet<(string Code, Setting Setting)> _told = [];

    private void Report(string code, Setting setting, ImmutableArray<State> active, string what)
    {
        if (!_told.Contains((code, setting)) && _mixes.Value.CanBeActive(active) && _told.Add((code, setting)))
        {
            var names = string.Join(" and ", active.Select(state => $"`{state.Name}`"));
            bag.Add(code, setting.Range, $"With {names} active {what}");
        }
    }

    /// <summary>A pool as it is while states are active.</summary>
    private sealed class InForce(Pool pool, Dictionary<(int Pool, SettingName Name), Setting> changes)
    {
        public Setting? Find(SettingName name) => Changed(name) ?? pool.Find(name);

        public Setting? Changed(SettingName name) => changes.GetValueOrDefault((pool.Index, name));
    }
}
