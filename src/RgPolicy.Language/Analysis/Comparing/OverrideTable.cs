using RgPolicy.Language.Meaning;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>What states set, in precedence: the first active one in the text that names a setting has
/// its way, else the pool has it.</summary>
internal sealed class OverrideTable(Policy policy)
{
    /// <summary>The settings that some state names.</summary>
    public IEnumerable<OverrideKey> Keys =>
        from state in policy.States
        from change in state.Overrides
        from setting in change.Settings
        select new OverrideKey(change.Pool.Name, setting.Name);

    public IEnumerable<string> StatesOf(OverrideKey key) =>
        Rows(key).Select(row => row.State).Where(state => state.Length > 0);

    /// <summary>The setting's value while just these states are active; empty where it has none.</summary>
    public string Value(OverrideKey key, ImmutableArray<string> active) =>
        Rows(key)
            .FirstOrDefault(row => row.State.Length == 0 || active.Contains(row.State, StringComparer.Ordinal))
            .Value
        ?? "";

    /// <summary>Written in the same way; a quick look.</summary>
    public bool IsSame(OverrideTable other, OverrideKey key) => Rows(key).SequenceEqual(other.Rows(key));

    /// <summary>The setting as each state has it, and last, without a state, as the pool has it.</summary>
    private IEnumerable<(string State, string Value)> Rows(OverrideKey key) =>
        from owner in policy
            .States.SelectMany(state => state.Overrides.Select(change => (state.Name, change.Pool, change.Settings)))
            .Concat(policy.Pools.Select(pool => (Name: "", Pool: pool, pool.Settings)))
        where owner.Pool.Name == key.Pool
        from setting in owner.Settings
        where setting.Name == key.Setting
        select (owner.Name, MeaningText.Of(setting.Value));
}

internal readonly record struct OverrideKey(string Pool, SettingName Setting)
{
    public override string ToString() => $"{SettingNames.ToText(Setting)} of pool {Pool}";
}
