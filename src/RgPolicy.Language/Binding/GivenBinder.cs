using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Binding;

/// <summary>Binds the signals that a policy test supplies.</summary>
internal sealed class GivenBinder(BindingScope scope)
{
    /// <summary>What stands before the names behind <c>session</c>.</summary>
    public const string SessionPrefix = "session.";

    private readonly SignalConstants _constants = new(scope);

    /// <summary>One value of one signal; null means that a mistake was reported.</summary>
    public GivenSignal? Bind(Signal signal, params ExpressionSyntax[] values)
    {
        if (values.Length > 1 && signal.Type != SignalType.Set)
        {
            scope.Report("RG2002", values[1], $"`{signal.Name}` has one value, and only a set has several.");
            return null;
        }

        if (
            values is [var only]
            && only.Text.ToUpperInvariant() is "NULL" or "UNKNOWN" or "NONE"
            && !signal.Words.Contains(only.Text, StringComparer.Ordinal)
            && !scope.Lets.Contains(only.Text)
        )
        {
            scope.Report(
                "RG2001",
                only,
                $"What is not given has no value: leave out `{signal.Name}`, in a table of cases by `_`."
            );
            return null;
        }

        var bound = values.Select(value => _constants.Bind(value, signal)).ToList();
        if (
            bound is [NumberConstant { Value: var number }]
            && (Outside(signal, values[0], number) ?? SignalNumbers.ProblemOfValue(signal, number)) is { } problem
        )
        {
            scope.Report("RG2002", values[0], problem);
            return null;
        }

        return bound.Contains(null) ? null : new GivenSignal(signal, [.. bound.OfType<Constant>()]);
    }

    /// <summary>A value behind <c>session</c>, without the prefix of the signal's name.</summary>
    public GivenSignal? BindSession(GivenValueSyntax value)
    {
        var name = value.Name.Text;
        if (SignalCatalog.Find(SessionPrefix + name) is { } signal)
        {
            return Bind(signal, [.. value.Values]);
        }

        var known = SignalCatalog
            .All.Where(candidate => candidate.Phase == SignalPhase.Session)
            .Select(candidate => candidate.Name[SessionPrefix.Length..])
            .ToList();
        var meant = NameSuggestion.Find(name, known);
        scope.Report(
            "RG2001",
            value.Name,
            $"A session has no `{name}`: it has {string.Join(", ", known.Select(part => $"`{part}`"))}.",
            scope.Replace(value.Name, meant, isSafe: false)
        );
        return null;
    }

    /// <summary>A value behind a signal's full name.</summary>
    public GivenSignal? BindSignal(GivenValueSyntax value) =>
        value.Name is SignalSyntax name && scope.Conditions.BindSignal(name) is { } signal
            ? Bind(signal, [.. value.Values])
            : null;

    /// <summary>Sizes are whole bytes too; a size that is computed, such as a third of the target's
    /// cache, is rounded to one.</summary>
    private static string? Outside(Signal signal, ExpressionSyntax written, Rational number) =>
        (signal.Type, number) switch
        {
            (_, var value) when value < 0 => $"`{signal.Name}` is never negative.",
            (SignalType.Count, { IsWhole: false }) => $"`{signal.Name}` is a whole number.",
            (SignalType.Bytes, { IsWhole: false } value) when written is ExpressionSyntax.Quantity =>
                $"`{signal.Name}` is whole bytes, and this lies between {value.Floor()} B and {value.Floor() + 1} B: "
                    + "write one of them.",
            _ => null,
        };
}
