using RgPolicy.Language.Numbers;
using RgPolicy.Language.Syntax;
using static RgPolicy.Language.Binding.ConstantValue;

namespace RgPolicy.Language.Binding;

/// <summary>Durations of rules, states and objectives.</summary>
internal sealed class Durations(BindingScope scope)
{
    private static readonly Rational Shortest = new(1, TimeSpan.TicksPerSecond);
    private static readonly Rational Longest = 3650L * 86_400;

    /// <summary>The duration in whole ticks; null means that a mistake was reported.</summary>
    public TimeSpan? Bind(ExpressionSyntax expression)
    {
        var value = scope.Constants.Evaluate(expression);
        if (value is Numeric { Kind: ConstantKind.Duration } duration)
        {
            if (duration.Amount >= Shortest && duration.Amount <= Longest)
                return new TimeSpan((long)(duration.Amount * TimeSpan.TicksPerSecond).Floor());

            scope.Report(
                "RG2002",
                expression,
                duration.Amount > 0 && duration.Amount < Shortest
                    ? "A duration here is at least 0.0001 ms."
                    : "A duration here is above 0 and at most 3650 days."
            );
        }
        else if (value is OfText && QuotedAmount.Of(expression.Text, [ConstantKind.Duration]) is { } amount)
        {
            scope.Report(
                "RG2002",
                expression,
                $"A duration stands without quotes: write `{amount}`.",
                scope.Replace(expression, amount, isSafe: true)
            );
        }
        else if (value is not null)
        {
            scope.Report(
                "RG2002",
                expression,
                $"This takes {Units.Describe(ConstantKind.Duration)}, not {Units.Describe(value.Kind)}."
            );
        }

        return null;
    }

    /// <summary>The duration, zero where none is written.</summary>
    public TimeSpan BindOptional(ExpressionSyntax? expression) =>
        expression is null ? TimeSpan.Zero : Bind(expression) ?? TimeSpan.Zero;
}
