using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Conditions;

/// <summary>A bound condition: decidable, three-valued, over signals and constants only.</summary>
/// <param name="Text">The words of the policy, white space collapsed.</param>
/// <param name="Range">Where it stands.</param>
public abstract record Condition(string Text, TextRange Range)
{
    /// <summary>The questions about signals that it is made of, in the order of the text.</summary>
    internal IEnumerable<AtomCondition> Atoms() => Walk(isNegated: true).OfType<AtomCondition>();

    /// <summary>Those of them that say what a query is, not what it is not: under no <c>not</c>.</summary>
    internal IEnumerable<AtomCondition> PositiveAtoms() => Walk(isNegated: false).OfType<AtomCondition>();

    /// <summary>Itself and all that it is made of, in the order of the text.</summary>
    /// <param name="isNegated">What stands under a <c>not</c> too.</param>
    internal IEnumerable<Condition> Walk(bool isNegated)
    {
        ImmutableArray<Condition> operands = this switch
        {
            AndCondition and => and.Operands,
            OrCondition or => or.Operands,
            NotCondition not when isNegated => [not.Operand],
            _ => [],
        };
        return operands.SelectMany(operand => operand.Walk(isNegated)).Prepend(this);
    }
}

/// <summary>The moment lies in a window; always known.</summary>
public sealed record DuringCondition(Window Window, string Text, TextRange Range) : Condition(Text, Range);

/// <summary>One question about one signal.</summary>
public abstract record AtomCondition(Signal Signal, string Text, TextRange Range) : Condition(Text, Range);

/// <summary>The signal is known; always true or false, never unknown.</summary>
public sealed record KnownCondition(Signal Signal, string Text, TextRange Range) : AtomCondition(Signal, Text, Range);

/// <summary>The operand does not hold; <c>not in</c>, <c>not between</c> and <c>not like</c> are bound
/// to this.</summary>
public sealed record NotCondition(Condition Operand, string Text, TextRange Range) : Condition(Text, Range);

/// <summary>All operands hold (at least two).</summary>
public sealed record AndCondition(ImmutableArray<Condition> Operands, string Text, TextRange Range)
    : Condition(Text, Range);

/// <summary>The signal lies in a closed range.</summary>
public sealed record BetweenCondition(Signal Signal, Constant Low, Constant High, string Text, TextRange Range)
    : AtomCondition(Signal, Text, Range);

/// <summary>At least one operand holds (at least two operands).</summary>
public sealed record OrCondition(ImmutableArray<Condition> Operands, string Text, TextRange Range)
    : Condition(Text, Range);

/// <summary>A set signal contains at least one of the texts.</summary>
public sealed record ContainsCondition(Signal Signal, ImmutableArray<TextConstant> Values, string Text, TextRange Range)
    : AtomCondition(Signal, Text, Range);

/// <summary>The signal equals one of the constants.</summary>
public sealed record InCondition(Signal Signal, ImmutableArray<Constant> Values, string Text, TextRange Range)
    : AtomCondition(Signal, Text, Range);

/// <summary>The signal matches a pattern.</summary>
public sealed record LikeCondition(Signal Signal, TextPattern Pattern, string Text, TextRange Range)
    : AtomCondition(Signal, Text, Range)
{
    /// <summary>Where the pattern stands with its escape; null where a constant's name stands there.</summary>
    public TextRange? PatternRange { get; init; }
}

/// <summary>A signal compared with a constant; a bool signal alone is <c>= true</c>.</summary>
public sealed record ComparisonCondition(
    Signal Signal,
    ComparisonOperator Operator,
    Constant Value,
    string Text,
    TextRange Range
) : AtomCondition(Signal, Text, Range);

/// <summary>How a signal is compared with a constant.</summary>
public enum ComparisonOperator
{
    /// <summary><c>=</c></summary>
    Equal,

    /// <summary><c>!=</c></summary>
    NotEqual,

    /// <summary><c>&lt;</c></summary>
    Less,

    /// <summary><c>&lt;=</c></summary>
    LessOrEqual,

    /// <summary><c>&gt;</c></summary>
    Greater,

    /// <summary><c>&gt;=</c></summary>
    GreaterOrEqual,
}

/// <summary>A bound constant of a condition.</summary>
public abstract record Constant;

/// <summary>True or false.</summary>
public sealed record BoolConstant(bool Value) : Constant;

/// <summary>A text; <paramref name="Exactly"/> makes the comparison case-sensitive.</summary>
public sealed record TextConstant(string Value, bool Exactly) : Constant;

/// <summary>A word of an enum signal; <paramref name="Index"/> is its position in the signal's list.</summary>
public sealed record WordConstant(string Word, int Index) : Constant;

/// <summary>A number in the base unit of its signal's type: bytes, bytes/s, seconds, percent, or plain.</summary>
public sealed record NumberConstant(Rational Value) : Constant;

/// <summary>A version; missing parts count as 0.</summary>
public sealed record VersionConstant(ImmutableArray<long> Parts) : Constant;
