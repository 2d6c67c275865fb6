using NodaTime;
using NodaTime.Text;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Syntax;
using static RgPolicy.Language.Binding.ConstantValue;

namespace RgPolicy.Language.Binding;

/// <summary>The times of policy tests: dates, and how long after its begin a moment is.</summary>
internal sealed class TestTimes(BindingScope scope)
{
    private const int FirstYear = 1900;
    private const int LastYear = 9000;

    private static readonly Rational Longest = 3650L * 86_400;

    private static readonly ImmutableArray<OffsetDateTimePattern> Patterns =
    [
        OffsetDateTimePattern.ExtendedIso,
        OffsetDateTimePattern.CreateWithInvariantCulture("uuuu'-'MM'-'dd'T'HH':'mmo<G>"),
    ];

    /// <summary>A date; null means that a mistake was reported.</summary>
    public OffsetDateTime? Date(SyntaxNode where, string quoted)
    {
        var text = ConstantBinder.Unquote(quoted);
        foreach (var pattern in Patterns)
        {
            if (pattern.Parse(text) is { Success: true, Value: var value })
                return InReach(where, value);
        }

        scope.Report(
            "RG2002",
            where,
            $"`{text}` is not a moment: write date, time and offset, such as `\"2026-11-20T10:00+01:00\"`."
        );
        return null;
    }

    /// <summary>How long after the begin a moment is that is written as a date; null means that a
    /// mistake was reported.</summary>
    public TimeSpan? Between(OffsetDateTime begin, OffsetDateTime date, SyntaxNode where)
    {
        var passed = date.ToInstant() - begin.ToInstant();
        if (passed >= Duration.Zero && passed <= Duration.FromDays(3650))
            return passed.ToTimeSpan();

        scope.Report("RG2002", where, "A moment is not before the test's begin, and at most 3650 days behind it.");
        return null;
    }

    /// <summary>A duration from 0; null means that a mistake was reported.</summary>
    public TimeSpan? After(ExpressionSyntax expression)
    {
        switch (scope.Constants.Evaluate(expression))
        {
            case Numeric { Kind: ConstantKind.Duration, Amount: var amount } when amount >= 0 && amount <= Longest:
                return new TimeSpan((long)(amount * TimeSpan.TicksPerSecond).Floor());
            case Numeric { Kind: ConstantKind.Duration }:
                scope.Report(
                    "RG2002",
                    expression,
                    "A moment is not before the test's begin, and at most 3650 days behind it."
                );
                return null;
            case null:
                return null;
            case var other:
                scope.Report(
                    "RG2002",
                    expression,
                    "A moment is a date, such as `\"2026-11-20T10:00+01:00\"`, or a time since the test's begin, "
                        + $"such as `30 s`: not {Units.Describe(other.Kind)}."
                );
                return null;
        }
    }

    private OffsetDateTime? InReach(SyntaxNode where, OffsetDateTime date)
    {
        if (date.Year is >= FirstYear and <= LastYear)
            return date;

        scope.Report("RG2002", where, $"A moment lies in the years {FirstYear} to {LastYear}.");
        return null;
    }
}
