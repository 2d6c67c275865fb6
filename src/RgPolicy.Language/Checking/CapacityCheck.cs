using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking;

/// <summary>RG4001: amounts outside their range, core sets outside the host.</summary>
internal sealed class CapacityCheck(TargetProfile target, DiagnosticBag bag)
{
    public void Run(Policy policy)
    {
        foreach (var placed in PlacedSetting.All(policy))
            CheckRange(placed.Setting);

        CheckReserve(policy);
    }

    private void CheckRange(Setting setting)
    {
        switch (setting.Value)
        {
            case AmountValue amount
                when SettingRange.Of(setting.Name, amount.Type) is var range && !range.Contains(amount.Amount):
                Report(
                    setting,
                    $"`{setting.Text}` is outside its range: {SettingNames.ToText(setting.Name)} goes {range.Text}."
                );
                break;
            case SlotsValue slots
                when SettingRange.Of(setting.Name, SignalType.Count) is var range && !range.Contains(slots.Count):
                Report(setting, $"`{setting.Text}` is outside its range: slots goes {range.Text}.");
                break;
            case CacheValue { Percent: { } percent } when percent <= 0 || percent > 100:
                Report(
                    setting,
                    $"`{setting.Text}` is outside its range: a share of the cache is above 0% and at most 100%."
                );
                break;
            case CoreSetValue cores:
                CheckCores(setting, cores);
                break;
        }
    }

    private void CheckCores(Setting setting, CoreSetValue cores)
    {
        if (cores.Percent is { } percent && (percent <= 0 || percent > 100))
        {
            Report(
                setting,
                $"`{setting.Text}` is outside its range: a share of the cores is above 0% and at most 100%."
            );
        }

        var outside = cores.Cores.Where(core => !target.HasCpu(core)).ToList();
        if (outside.Count > 0)
        {
            var has = target.L3Domains.IsEmpty
                ? string.Create(CultureInfo.InvariantCulture, $"0..{target.Cores - 1}")
                : CpuRanges
                    .Format([.. target.L3Domains.SelectMany(domain => domain.Cpus).Order()])
                    .Replace("-", "..", StringComparison.Ordinal);
            Report(
                setting,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"The target `{target.Name}` has the cores {has}, and `{setting.Text}` names {outside[0]}."
                )
            );
        }

        if (cores.Kind == CoreSetKind.Numa && !target.NumaNodes.IsEmpty && cores.Index >= target.NumaNodes.Length)
        {
            Report(
                setting,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"The target `{target.Name}` has the NUMA nodes 0..{target.NumaNodes.Length - 1}, and "
                        + $"`{setting.Text}` names {cores.Index}."
                )
            );
        }

        if (cores.Kind == CoreSetKind.Socket && cores.Index >= target.Sockets)
        {
            Report(
                setting,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"The target `{target.Name}` has the sockets 0..{target.Sockets - 1}, and "
                        + $"`{setting.Text}` names {cores.Index}."
                )
            );
        }
    }

    private void CheckReserve(Policy policy)
    {
        if (policy.CacheStrategy is { ReservePercent: { } reserve } strategy && (reserve <= 0 || reserve >= 100))
            bag.Add("RG4001", strategy.Range, "The reserve for streaming is above 0% and below 100%.");
    }

    private void Report(Setting setting, string message) => bag.Add("RG4001", setting.Range, message);
}

/// <summary>A setting and its owner, for messages: a pool, a pool in a state, or a rule.</summary>
internal sealed record PlacedSetting(Setting Setting, string Owner)
{
    /// <summary>True for a rule's limit of one query.</summary>
    public bool IsOfQuery { get; private init; }

    /// <summary>Every setting that the policy would have enforced.</summary>
    public static ImmutableArray<PlacedSetting> All(Policy policy) =>
        [
            .. from pool in policy.Pools
            from setting in pool.Settings
            select new PlacedSetting(setting, $"pool `{pool.Name}`"),
            .. from state in policy.States
            from change in state.Overrides
            from setting in change.Settings
            select new PlacedSetting(setting, $"pool `{change.Pool.Name}` in `{state.Name}`"),
            .. from rule in policy.Rules
            from step in rule.Steps
            where step.Then is RuleAction.Limit
            select new PlacedSetting(((RuleAction.Limit)step.Then).Setting, $"rule `{rule.Name}`") { IsOfQuery = true },
        ];
}

/// <summary>The range of a setting's amount, whatever the target.</summary>
internal sealed record SettingRange(Rational Low, Rational High, string Text)
{
    // As much as 64 bits hold, which is what kernels and servers take.
    private const long Most = 1_000_000_000_000_000_000;

    private static readonly SettingRange Share = new(0, 100, "from 0% to 100%");
    private static readonly SettingRange PositiveShare = new(1, 100, "from 1% to 100%");
    private static readonly SettingRange Weight = new(1, 10_000, "from 1 to 10000");
    private static readonly SettingRange Dop = new(0, 64, "from 0 (the server's choice) to 64");
    private static readonly SettingRange Count = new(1, int.MaxValue, "from 1 to 2147483647");
    private static readonly SettingRange Size = new(1, Most, "from 1 byte to 10^18 bytes");
    private static readonly SettingRange Space = new(0, Most, "from 0 bytes to 10^18 bytes");
    private static readonly SettingRange Rate = new(1, Most, "from 1 to 10^18 per second");
    private static readonly SettingRange Time = new(0, 3650L * 86_400, "from 0 s to 3650 d");

    public static SettingRange Of(SettingName name, SignalType type) =>
        (name, type) switch
        {
            (SettingName.CpuMin or SettingName.MemoryMin, _) => Share,
            (SettingName.Grant or SettingName.Tempdb, SignalType.Percent) => Share,
            (SettingName.Tempdb, _) => Space,
            (_, SignalType.Percent) => PositiveShare,
            (SettingName.CpuWeight, _) => Weight,
            (SettingName.Maxdop, _) => Dop,
            (_, SignalType.Duration) => Time,
            (_, SignalType.Bytes) => Size,
            (_, SignalType.BytesPerSecond or SignalType.Number) => Rate,
            _ => Count,
        };

    public bool Contains(Rational amount) => amount >= Low && amount <= High;
}
