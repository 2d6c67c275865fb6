using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Engine.Signals.Scales;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>Collects what the literals of a program ask about, and makes the slots for it.</summary>
internal sealed class SlotCollector
{
    private const int MostWindows = 32;

    private readonly SortedDictionary<int, HashSet<decimal>> _bounds = [];
    private readonly SortedDictionary<int, (List<TextConstant> Constants, List<TextPattern> Patterns)> _texts = [];
    private readonly SortedSet<int> _presences = [];
    private readonly List<Window> _windows = [];

    /// <summary>True for literals that a slot answers; the others are evaluated as they are.</summary>
    public bool Has(CompiledCondition literal) =>
        literal switch
        {
            RangeAtom or NumberSetAtom or KnownAtom => true,
            TextSetAtom or LikeAtom => ((AtomNode)literal).Signal.Type == SignalType.Text,
            WindowAtom window => _windows.Contains(window.Window),
            _ => false,
        };

    public void Add(CompiledCondition literal)
    {
        switch (literal)
        {
            case RangeAtom range:
                AddBounds(range.Signal, new[] { range.Range.Low, range.Range.High }.OfType<decimal>());
                break;
            case NumberSetAtom set:
                AddBounds(set.Signal, set.Numbers);
                break;
            case TextSetAtom { Signal.Type: SignalType.Text } set:
                TextsOf(set.Signal).Constants.AddRange(set.Texts);
                break;
            case LikeAtom { Signal.Type: SignalType.Text } like:
                TextsOf(like.Signal).Patterns.Add(like.Pattern);
                break;
            case KnownAtom known:
                _presences.Add(known.Signal.Ordinal);
                break;
            case WindowAtom window when _windows.Count < MostWindows && !_windows.Contains(window.Window):
                _windows.Add(window.Window);
                break;
            default:
                break;
        }
    }

    public Slots Build() =>
        new(
            new NumberTable(_bounds.Select(pair => (pair.Key, new NumberScale(pair.Value)))),
            [.. _texts.Keys],
            new TextScales([.. _texts.Values.Select(text => new TextScale(text.Constants, text.Patterns))]),
            [.. _presences],
            [.. _windows]
        );

    private void AddBounds(Signal signal, IEnumerable<decimal> bounds)
    {
        if (!_bounds.TryGetValue(signal.Ordinal, out var known))
            _bounds.Add(signal.Ordinal, known = []);

        known.UnionWith(bounds);
    }

    private (List<TextConstant> Constants, List<TextPattern> Patterns) TextsOf(Signal signal)
    {
        if (!_texts.TryGetValue(signal.Ordinal, out var known))
            _texts.Add(signal.Ordinal, known = ([], []));

        return known;
    }
}
