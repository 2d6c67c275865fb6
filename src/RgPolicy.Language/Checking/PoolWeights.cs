using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking;

/// <summary>The CPU weights of all pools, with those that a state sets while it is active.</summary>
internal sealed class PoolWeights
{
    private readonly SettingsInForce _inForce;
    private readonly ImmutableArray<PoolOverride> _written;
    private readonly Rational _highest = 0;

    private PoolWeights(Policy policy, State? active)
    {
        _inForce = new SettingsInForce(active is null ? [] : [active]);
        _written = active?.Overrides ?? [.. policy.Pools.Select(pool => new PoolOverride(pool, pool.Settings))];
        foreach (var weight in policy.Pools.Where(pool => !IsCapped(pool)).Select(WeightOf))
            _highest = weight > _highest ? weight : _highest;
    }

    /// <summary>Without any state, then with each alone that sets weights or caps.</summary>
    public static IEnumerable<PoolWeights> All(Policy policy) =>
        policy
            .States.Where(state => state.Overrides.Any(change => change.Settings.Any(IsOfWeight)))
            .Select(state => new PoolWeights(policy, state))
            .Prepend(new PoolWeights(policy, null));

    /// <summary>The settings of weights that stand in the pools, or in the state.</summary>
    public IEnumerable<(Pool Pool, Setting Setting)> Written =>
        _written.SelectMany(change => change.Settings.Where(IsOfWeight).Select(setting => (change.Pool, setting)));

    public Rational Lowest => _highest * TargetLevers.LowestWeightPercent / 100;

    /// <summary>True where the pool has no more than the lowest: by its weight, or by a cap, which comes to it.</summary>
    public bool IsLowest(Pool pool) => _highest > 0 && (IsCapped(pool) || WeightOf(pool) <= Lowest);

    private static bool IsOfWeight(Setting setting) => setting.Name is SettingName.CpuWeight or SettingName.CpuCap;

    private bool IsCapped(Pool pool) => _inForce.Find(pool, SettingName.CpuCap) is not null;

    private Rational WeightOf(Pool pool) =>
        _inForce.Find(pool, SettingName.CpuWeight) is { Value: AmountValue { Amount: var weight } }
            ? weight
            : TargetLevers.UsualWeight;
}

/// <summary>RG5001: a CPU weight below the lowest that is safe, which stands for that one.</summary>
internal sealed class WeightCheck(TargetProfile target, DiagnosticBag bag)
{
    public void Run(Policy policy)
    {
        if (!TargetLevers.MovesProcesses(target))
            return;

        foreach (var weights in PoolWeights.All(policy))
        {
            foreach (var (pool, setting) in weights.Written)
                Check(pool, setting, weights);
        }
    }

    private void Check(Pool pool, Setting setting, PoolWeights weights)
    {
        if (
            setting is { Name: SettingName.CpuWeight, Value: AmountValue { Amount: var weight } }
            && weight >= 1 // Else it is outside of its range.
            && weight < weights.Lowest
        )
        {
            bag.Add(
                "RG5001",
                setting.Range,
                $"`{setting.Text}` (pool `{pool.Name}`) is below the lowest weight that is safe: the pool gets "
                    + $"{TargetLevers.LowestWeightPercent} % of the highest, which is `cpu weight {weights.Lowest}`."
            );
        }
    }
}
