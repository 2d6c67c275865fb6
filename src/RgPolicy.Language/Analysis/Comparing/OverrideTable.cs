using RgPolicy.Language.Meaning;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>What states set, in precedence: the first active one in the text that names a setting has
/// its way, else the pool has it.</summary>
internal sealed class OverrideTable
{
    private readonly Dictionary<OverrideKey, List<(string State, string Value)>> _rows = [];
    private readonly Dictionary<OverrideKey, string> _written = [];

    public OverrideTable(Policy policy)
    {
        foreach (var pool in policy.Pools)
        {
            foreach (var setting in pool.Settings)
            {
                _written[new OverrideKey(pool.Name, setting.Name)] = MeaningText.Of(setting.Value);
            }
        }

        foreach (var state in policy.States)
        {
            Add(state);
        }
    }

    /// <summary>The settings that some state names.</summary>
    public IEnumerable<OverrideKey> Keys => _rows.Keys;

    /// <summary>The states that name a setting.</summary>
    public IEnumerable<string> StatesOf(OverrideKey key) => _rows.GetValueOrDefault(key, []).Select(row => row.State);

    /// <summary>The setting's value while just these states are active; empty where it has none.</summary>
    public string Value(OverrideKey key, IReadOnlySet<string> active)
    {
        foreach (var (state, value) in _rows.GetValueOrDefault(key, []))
        {
            if (active.Contains(state))
            {
                return value;
            }
        }

        return _written.GetValueOrDefault(key, "");
    }

    /// <summary>Written in the same way; a quick look.</summary>
    public bool IsSame(OverrideTable other, OverrideKey key) =>
        _written.GetValueOrDefault(key, "") == other._written.GetValueOrDefault(key, "")
        && _rows.GetValueOrDefault(key, []).SequenceEqual(other._rows.GetValueOrDefault(key, []));

    private void Add(State state)
    {
        foreach (var change in state.Overrides)
        {
            foreach (var setting in change.Settings)
            {
                var key = new OverrideKey(change.Pool.Name, setting.Name);
                if (!_rows.TryGetValue(key, out var rows))
                {
                    _rows[key] = rows = [];
                }

                rows.Add((state.Name, MeaningText.Of(setting.Value)));
            }
        }
    }
}

/// <summary>A setting of a pool.</summary>
internal readonly record struct OverrideKey(string Pool, SettingName Setting)
{
    public override string ToString() => $"{SettingNames.ToText(Setting)} of pool {Pool}";
}
