using System.Collections.Immutable;
using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>A literal as a look-up uses it: the signal has one of these texts, or lies in one of these ranges. It may
/// say less than the literal, never more.</summary>
internal abstract record ArmKey(int Ordinal)
{
    /// <summary>The key of a literal; null where it has none.</summary>
    public static ArmKey? Of(Literal literal) =>
        literal.Condition switch
        {
            TextSetAtom { Signal.Type: SignalType.Text } set when !literal.IsNegated => new TextKey(
                set.Signal.Ordinal,
                [.. set.Texts.Select(text => text.Value)]
            ),
            NumberSetAtom set when !literal.IsNegated => new NumberKey(
                set.Signal.Ordinal,
                [.. set.Numbers.Select(number => KeyRange.Between(number, number))]
            ),
            RangeAtom range when KeyRange.Of(range.Range, literal.IsNegated) is { } keys => new NumberKey(
                range.Signal.Ordinal,
                [keys]
            ),
            _ => null,
        };
}

/// <summary>The signal has one of a few texts, whatever their case.</summary>
internal sealed record TextKey(int Ordinal, ImmutableArray<string> Texts) : ArmKey(Ordinal);

/// <summary>The signal's <see cref="SignalValue.Key"/> lies in one of a few ranges.</summary>
internal sealed record NumberKey(int Ordinal, ImmutableArray<KeyRange> Ranges) : ArmKey(Ordinal);
