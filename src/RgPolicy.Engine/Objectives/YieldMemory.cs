using RgPolicy.Engine.Allot.Bounds;

namespace RgPolicy.Engine.Objectives;

/// <summary>
/// How often each thing has given way, across programs with other settings of the pools: what a pool
/// cannot give while a state is active counts again when the state is left.
/// </summary>
internal sealed class YieldMemory
{
    private readonly ImmutableDictionary<YieldName, int> _beyond;

    private YieldMemory(ImmutableDictionary<YieldName, int> beyond) => _beyond = beyond;

    /// <summary>Nothing has given way beyond what the knobs show.</summary>
    public static YieldMemory None { get; } = new(ImmutableDictionary<YieldName, int>.Empty);

    /// <summary>All levels that knobs have come to, and those that are remembered beyond them.</summary>
    /// <param name="knobs">What can give way now.</param>
    /// <param name="levels">The knobs' levels.</param>
    public ImmutableDictionary<YieldName, int> Levels(ImmutableArray<YieldKnob> knobs, IReadOnlyList<int> levels)
    {
        var all = _beyond.ToBuilder();
        for (var index = 0; index < knobs.Length; index++)
        {
            var knob = knobs[index];
            var isAtItsEnd =
                levels[index] == knob.Most && _beyond.TryGetValue(knob.Name, out var more) && more > knob.Most;
            all[knob.Name] = isAtItsEnd ? _beyond[knob.Name] : levels[index];
        }

        return all.ToImmutable();
    }

    /// <summary>What of these levels the knobs of another program cannot hold.</summary>
    public static YieldMemory Beyond(ImmutableDictionary<YieldName, int> levels, ImmutableArray<YieldKnob> knobs)
    {
        var most = knobs.ToDictionary(knob => knob.Name, knob => knob.Most);
        return new YieldMemory(
            levels.Where(entry => entry.Value > most.GetValueOrDefault(entry.Key)).ToImmutableDictionary()
        );
    }
}

/// <summary>What a controller has just done.</summary>
internal enum ControlAct
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>One pool gave way by one step.</summary>
    Tighten,

    /// <summary>One step was given back.</summary>
    Relax,

    /// <summary>The last change did not help, or giving back did harm: it was undone.</summary>
    Revert,
}
