using RgPolicy.Language.Conditions;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Model;

/// <summary>
/// A condition of the whole target with hysteresis: entered when <paramref name="When"/> held for
/// <paramref name="EnterAfter"/>, left when <paramref name="Until"/> held for <paramref name="LeaveAfter"/>.
/// </summary>
public sealed record State(
    string Name,
    Condition When,
    TimeSpan EnterAfter,
    Condition? Until,
    TimeSpan LeaveAfter,
    ImmutableArray<PoolOverride> Overrides,
    TextRange Range
);

/// <summary>Settings that replace those of a pool while a state is active.</summary>
public sealed record PoolOverride(Pool Pool, ImmutableArray<Setting> Settings);

/// <summary>The settings of pools while states are active: of several that name one the first has its way.</summary>
/// <param name="active">The states, in the order of the text.</param>
internal sealed class SettingsInForce(IEnumerable<State> active)
{
    private readonly Dictionary<(int Pool, SettingName Name), Setting> _changed = active
        .SelectMany(state => state.Overrides)
        .SelectMany(change => change.Settings.Select(setting => (Key: (change.Pool.Index, setting.Name), setting)))
        .DistinctBy(each => each.Key)
        .ToDictionary(each => each.Key, each => each.setting);

    /// <summary>What a state sets; null where none does.</summary>
    public Setting? Changed(Pool pool, SettingName name) => _changed.GetValueOrDefault((pool.Index, name));

    /// <summary>What is in force; null where neither a state nor the pool has it.</summary>
    public Setting? Find(Pool pool, SettingName name) => Changed(pool, name) ?? pool.Find(name);
}
