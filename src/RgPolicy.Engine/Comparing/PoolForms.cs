using RgPolicy.Language.Meaning;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Comparing;

/// <summary>What pools come to while states are active: of several states the first in the text that
/// names a setting wins.</summary>
internal sealed class PoolForms
{
    private readonly ImmutableArray<ImmutableSortedDictionary<SettingName, string>> _written;
    private readonly Dictionary<(int Pool, string State), List<(SettingName Name, string Value)>> _changes = [];

    public PoolForms(Policy policy)
    {
        _written =
        [
            .. policy.Pools.Select(pool =>
                pool.Settings.ToImmutableSortedDictionary(
                    setting => setting.Name,
                    setting => MeaningText.Of(setting.Value)
                )
            ),
        ];
        foreach (var state in policy.States)
        {
            foreach (var change in state.Overrides)
            {
                var key = (change.Pool.Index, state.Name);
                if (!_changes.TryGetValue(key, out var settings))
                    _changes[key] = settings = [];

                settings.AddRange(change.Settings.Select(setting => (setting.Name, MeaningText.Of(setting.Value))));
            }
        }
    }

    /// <summary>The pool's settings, in one line.</summary>
    /// <param name="pool">The pool.</param>
    /// <param name="active">The states, in the order of the text.</param>
    public string Of(Pool pool, List<State> active)
    {
        var settings = _written[pool.Index].ToBuilder();
        for (var place = active.Count - 1; place >= 0; place--)
        {
            foreach (var (name, value) in _changes.GetValueOrDefault((pool.Index, active[place].Name), []))
                settings[name] = value;
        }

        return string.Join(' ', settings.Select(setting => $"{setting.Key} {setting.Value}"));
    }
}
