using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Engine.Signals.Scales;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Compile;

/// <summary>Turns bound conditions into ones that evaluate exactly and without allocating.</summary>
internal static class ConditionCompiler
{
    public static CompiledCondition Compile(Condition condition) => Compile(condition, windows: null);

    /// <summary>The most or the least that a condition comes to at any moment, whichever windows are open.</summary>
    public static CompiledCondition CompileBound(Condition condition, bool isMost) => Compile(condition, isMost);

    private static CompiledCondition Compile(Condition condition, bool? windows) =>
        condition switch
        {
            AndCondition and => new AndNode(and.Text, [.. and.Operands.Select(operand => Compile(operand, windows))]),
            OrCondition or => new OrNode(or.Text, [.. or.Operands.Select(operand => Compile(operand, windows))]),
            NotCondition not => new NotNode(not.Text, Compile(not.Operand, !windows)),
            DuringCondition during when windows is { } isOpen => new ConstantNode(during.Text, isOpen),
            DuringCondition during => new WindowAtom(during.Text, during.Window),
            KnownCondition known => new KnownAtom(known.Text, known.Signal),
            LikeCondition like => new LikeAtom(like.Text, like.Signal, like.Pattern),
            ContainsCondition contains => new ContainsAtom(contains.Text, contains.Signal, contains.Values),
            InCondition within => CompileIn(within),
            BetweenCondition between => CompileBetween(between),
            ComparisonCondition comparison => CompileComparison(comparison),
            _ => throw new NotSupportedException($"A condition of type {condition.GetType().Name} cannot be compiled."),
        };

    private static CompiledCondition CompileComparison(ComparisonCondition comparison)
    {
        var (text, signal) = (comparison.Text, comparison.Signal);
        return comparison.Value switch
        {
            NumberConstant number => new RangeAtom(text, signal, NumberRange.Of(comparison.Operator, number.Value)),
            WordConstant word => new RangeAtom(text, signal, NumberRange.Of(comparison.Operator, word.Index)),
            BoolConstant flag => new RangeAtom(text, signal, NumberRange.Of(comparison.Operator, flag.Value ? 1 : 0)),
            VersionConstant version => new VersionAtom(text, signal, comparison.Operator, version.Parts),
            TextConstant wanted when comparison.Operator == ComparisonOperator.NotEqual => new NotNode(
                text,
                new TextSetAtom(text, signal, [wanted])
            )
            {
                IsAtom = true,
            },
            TextConstant wanted => new TextSetAtom(text, signal, [wanted]),
            _ => throw Unexpected(comparison.Value),
        };
    }

    private static CompiledCondition CompileBetween(BetweenCondition between) =>
        (between.Low, between.High) switch
        {
            (NumberConstant low, NumberConstant high) => new RangeAtom(
                between.Text,
                between.Signal,
                NumberRange.Between(low.Value, high.Value)
            ),
            (VersionConstant low, VersionConstant high) => new AndNode(
                between.Text,
                [
                    new VersionAtom(between.Text, between.Signal, ComparisonOperator.GreaterOrEqual, low.Parts),
                    new VersionAtom(between.Text, between.Signal, ComparisonOperator.LessOrEqual, high.Parts),
                ]
            )
            {
                IsAtom = true,
            },
            _ => throw Unexpected(between.Low),
        };

    private static CompiledCondition CompileIn(InCondition within) =>
        within.Signal.Type switch
        {
            SignalType.Text => new TextSetAtom(within.Text, within.Signal, [.. within.Values.Cast<TextConstant>()]),
            SignalType.Set => new ContainsAtom(within.Text, within.Signal, [.. within.Values.Cast<TextConstant>()]),
            SignalType.Version => new OrNode(
                within.Text,
                [.. within.Values.Select(value => EqualVersion(within, value))]
            )
            {
                IsAtom = true,
            },
            _ => new NumberSetAtom(within.Text, within.Signal, [.. within.Values.SelectMany(value => Decimals(value))]),
        };

    private static VersionAtom EqualVersion(InCondition within, Constant value) =>
        new(
            within.Text,
            within.Signal,
            ComparisonOperator.Equal,
            value is VersionConstant version ? version.Parts : throw Unexpected(value)
        );

    /// <summary>A constant that is not a decimal equals no value of a signal, so it drops out.</summary>
    private static ImmutableArray<decimal> Decimals(Constant value) =>
        value switch
        {
            WordConstant word => [word.Index],
            BoolConstant flag => [flag.Value ? 1 : 0],
            NumberConstant number
                when NearestDecimal.NotAbove(number.Value) is { } exact
                    && NearestDecimal.ToRational(exact) == number.Value => [exact],
            NumberConstant => [],
            _ => throw Unexpected(value),
        };

    private static NotSupportedException Unexpected(Constant value) =>
        new($"A constant of type {value.GetType().Name} does not fit here; the policy was not checked.");
}
