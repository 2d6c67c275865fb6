using NodaTime;
using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Signals.Scales;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Classify.Conditions;

/// <summary>A question about one signal: unknown while the signal is.</summary>
internal abstract class AtomNode(string text, Signal signal) : CompiledCondition(text)
{
    public Signal Signal { get; } = signal;

    public override ulong Signals => 1UL << Signal.Ordinal;

    public override bool HasWindow => false;

    public override Verdict Evaluate(SignalValues values, Instant at)
    {
        ref readonly var value = ref values.Peek(Signal.Ordinal);
        return value.State switch
        {
            SignalState.Known => Verdict.Of(Holds(in value)),
            SignalState.Absent => Verdict.Absent,
            _ => Verdict.Pending,
        };
    }

    public override ulong Pending(SignalValues values, Instant at) =>
        values.Peek(Signal.Ordinal).State == SignalState.Pending ? Signals : 0;

    /// <summary>Whether a known value passes.</summary>
    protected abstract bool Holds(in SignalValue value);
}

/// <summary>A number, enum word or bool lies in a range of decimals; see <see cref="NumberRange"/>.</summary>
internal sealed class RangeAtom(string text, Signal signal, NumberRange range) : AtomNode(text, signal)
{
    public NumberRange Range => range;

    protected override bool Holds(in SignalValue value) => range.Contains(value.Number);
}

/// <summary>
/// The signal is known. Never unknown itself; while the signal is pending the answer is no, and may still become yes.
/// </summary>
internal sealed class KnownAtom(string text, Signal signal) : AtomNode(text, signal)
{
    public override Verdict Evaluate(SignalValues values, Instant at) =>
        values.Peek(Signal.Ordinal).State switch
        {
            SignalState.Known => Verdict.True,
            SignalState.Absent => Verdict.False,
            _ => new Verdict(Truth.False, Truth.False, Truth.True),
        };

    protected override bool Holds(in SignalValue value) => true;
}

/// <summary>A number, enum word or bool equals one of a few decimals.</summary>
internal sealed class NumberSetAtom(string text, Signal signal, ImmutableArray<decimal> numbers)
    : AtomNode(text, signal)
{
    public ImmutableArray<decimal> Numbers => numbers;

    protected override bool Holds(in SignalValue value)
    {
        foreach (var number in numbers)
        {
            if (number == value.Number)
                return true;
        }

        return false;
    }
}

/// <summary>A set contains at least one of a few texts.</summary>
internal sealed class ContainsAtom(string text, Signal signal, ImmutableArray<TextConstant> texts)
    : AtomNode(text, signal)
{
    protected override bool Holds(in SignalValue value)
    {
        foreach (var member in value.Set)
        {
            foreach (var wanted in texts)
            {
                if (string.Equals(member, wanted.Value, wanted.Comparison()))
                    return true;
            }
        }

        return false;
    }
}

/// <summary>A text equals one of a few texts, each ordinal and ignoring case unless it says exactly.</summary>
internal sealed class TextSetAtom(string text, Signal signal, ImmutableArray<TextConstant> texts)
    : AtomNode(text, signal)
{
    public ImmutableArray<TextConstant> Texts => texts;

    protected override bool Holds(in SignalValue value)
    {
        var actual = value.Text;
        foreach (var wanted in texts)
        {
            if (string.Equals(actual, wanted.Value, wanted.Comparison()))
                return true;
        }

        return false;
    }
}

/// <summary>A text, or at least one member of a set, matches a pattern.</summary>
internal sealed class LikeAtom(string text, Signal signal, TextPattern pattern) : AtomNode(text, signal)
{
    private readonly LikePattern _pattern = new(pattern);

    public TextPattern Pattern => pattern;

    protected override bool Holds(in SignalValue value)
    {
        if (Signal.Type == SignalType.Text)
            return _pattern.Matches(value.Text);

        foreach (var member in value.Set)
        {
            if (_pattern.Matches(member))
                return true;
        }

        return false;
    }
}
