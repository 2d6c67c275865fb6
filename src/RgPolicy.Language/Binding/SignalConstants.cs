using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Syntax;
using static RgPolicy.Language.Binding.ConstantValue;

namespace RgPolicy.Language.Binding;

/// <summary>Gives a constant the type of the signal that it is compared with; null means that a mistake
/// was reported.</summary>
internal sealed class SignalConstants(BindingScope scope)
{
    /// <summary>The constants of a list, each of the signal's type: names without quotes are one mistake.</summary>
    public IReadOnlyList<Constant?> BindList(IReadOnlyList<ExpressionSyntax> list, Signal signal)
    {
        var bare = list.Where(item => IsBareText(item, signal)).ToList();
        if (bare.Count < 2)
            return [.. list.Select(item => BindAsked(item, signal))];

        scope.Bag.Add(
            "RG2001",
            scope.Range(bare[0]),
            $"There is no constant `{bare[0].Text}`: texts stand in quotes, '{bare[0].Text}' and the others too.",
            new Fix(
                "Write the quotes",
                false,
                [.. bare.Select(item => new TextEdit(scope.Range(item), $"'{item.Text}'"))]
            )
        );
        return [null];
    }

    private bool IsBareText(ExpressionSyntax expression, Signal signal) =>
        KindOf(signal.Type) == ConstantKind.Text
        && signal.Type != SignalType.Enum
        && expression is ExpressionSyntax.Reference { IsDotted: false } name
        && !scope.Lets.Contains(name.Text)
        && scope.Sorts.Of(name.Text) is null;

    public Constant? Bind(ExpressionSyntax expression, Signal signal)
    {
        if (signal.Type == SignalType.Enum)
            return Word(expression, signal);

        var value = Evaluate(expression, signal);
        return value is null ? null : Fit(expression, signal, value);
    }

    /// <summary>The same for what a condition compares the signal with, which lies within the limits of
    /// <see cref="SignalNumbers"/>.</summary>
    public Constant? BindAsked(ExpressionSyntax expression, Signal signal)
    {
        var constant = Bind(expression, signal);
        if (
            constant is not NumberConstant number
            || SignalNumbers.ProblemOfConstant(signal, number.Value) is not { } problem
        )
            return constant;

        scope.Report("RG2006", expression, problem);
        return null;
    }

    public static ConstantKind KindOf(SignalType type) =>
        type switch
        {
            SignalType.Bytes => ConstantKind.Bytes,
            SignalType.BytesPerSecond => ConstantKind.BytesPerSecond,
            SignalType.Duration => ConstantKind.Duration,
            SignalType.Percent => ConstantKind.Percent,
            SignalType.Version => ConstantKind.Version,
            SignalType.Text or SignalType.Set or SignalType.Enum => ConstantKind.Text,
            SignalType.Bool => ConstantKind.Bool,
            _ => ConstantKind.Number,
        };

    private ConstantValue? Evaluate(ExpressionSyntax expression, Signal signal)
    {
        var isBareText =
            KindOf(signal.Type) == ConstantKind.Text
            && expression is ExpressionSyntax.Reference name
            && !scope.Lets.Contains(name.Text);
        if (!isBareText)
            return ReportTruth(expression, signal) ? null : scope.Constants.Evaluate(expression);

        if (expression.Text.ToUpperInvariant() is "NULL" or "NONE" or "NIL")
        {
            scope.Report(
                "RG2001",
                expression,
                $"Nothing equals `{expression.Text}`: where a signal has no value, write `{signal.Name} is not known`."
            );
            return null;
        }

        var quoted = $"'{expression.Text}'";
        scope.Report(
            "RG2001",
            expression,
            $"There is no constant `{expression.Text}`: a text stands in quotes, {quoted}.",
            scope.Replace(expression, quoted, isSafe: false)
        );
        return null;
    }

    // `plan.writes yes`, `plan.writes 1`
    private bool ReportTruth(ExpressionSyntax expression, Signal signal)
    {
        var meant =
            signal.Type != SignalType.Bool || scope.Lets.Contains(expression.Text)
                ? null
                : expression.Text.Trim('\'', '"').ToUpperInvariant() switch
                {
                    "YES" or "ON" or "1" or "Y" or "T" or "TRUE" when expression.Text != "true" => "true",
                    "NO" or "OFF" or "0" or "N" or "F" or "FALSE" when expression.Text != "false" => "false",
                    _ => null,
                };
        if (meant is not null)
        {
            scope.Report(
                "RG2002",
                expression,
                $"`{signal.Name}` is true or false: write `{meant}`.",
                scope.Replace(expression, meant, isSafe: true)
            );
        }

        return meant is not null;
    }

    private WordConstant? Word(ExpressionSyntax expression, Signal signal)
    {
        var word = (expression as ExpressionSyntax.Reference)?.Text;
        if (word is not null && signal.Words.IndexOf(word) is >= 0 and var index)
            return new WordConstant(word, index);

        ReportWord(expression, signal, word);
        return null;
    }

    private void ReportWord(ExpressionSyntax expression, Signal signal, string? word)
    {
        var words = string.Join(", ", signal.Words.Select(known => $"`{known}`"));
        var text = expression.Text.Trim('\'', '"');
        if (word is null && signal.Words.Contains(text, StringComparer.Ordinal))
        {
            scope.Report(
                "RG2002",
                expression,
                $"`{signal.Name}` is one of fixed words, which stand without quotes: `{text}`.",
                scope.Replace(expression, text, isSafe: true)
            );
            return;
        }

        var meant = word is null ? null : NameSuggestion.Find(word, signal.Words);
        var fix = scope.Replace(expression, meant, isSafe: false);
        scope.Report(
            word is null ? "RG2002" : "RG2001",
            expression,
            meant is null
                ? $"`{signal.Name}` is one of {words}."
                : $"`{signal.Name}` is never `{word}`. Did you mean `{meant}`?",
            fix
        );
    }

    private Constant? Fit(ExpressionSyntax expression, Signal signal, ConstantValue value)
    {
        switch (value)
        {
            case OfText text when KindOf(signal.Type) == ConstantKind.Text:
                return new TextConstant(text.Text, text.Exactly);
            case OfBool truth when signal.Type == SignalType.Bool:
                return new BoolConstant(truth.Truth);
            case OfVersion version when signal.Type == SignalType.Version:
                return new VersionConstant(version.Parts);
            case Numeric { Literal: { } literal }
                when signal.Type == SignalType.Version && VersionText.Parse(literal) is { } parts:
                return new VersionConstant(parts);
            case Numeric number when number.Kind == KindOf(signal.Type):
                scope.HostPlaces.AddRange(number.IsOfHost ? [scope.Range(expression)] : []);
                return new NumberConstant(number.Amount);
            default:
                ReportKind(expression, signal, value);
                return null;
        }
    }

    private void ReportKind(ExpressionSyntax expression, Signal signal, ConstantValue value)
    {
        var wanted = KindOf(signal.Type);
        if (
            value is OfVersion
            && wanted == ConstantKind.Number
            && expression.Text.Split('.') is var groups
            && groups[0].Length < 4
            && groups.Skip(1).All(group => group.Length == 3)
        )
        {
            var plain = expression.Text.Replace(".", "", StringComparison.Ordinal);
            scope.Report(
                "RG2002",
                expression,
                $"Numbers are written in plain digits, without separators: write `{plain}`.",
                scope.Replace(expression, plain, isSafe: true)
            );
            return;
        }

        if (value is OfText && QuotedAmount.Of(expression.Text, [wanted]) is { } amount)
        {
            scope.Report(
                "RG2002",
                expression,
                $"`{signal.Name}` is compared with {Units.Describe(wanted)}, which stands without "
                    + $"quotes: write `{amount}`.",
                scope.Replace(expression, amount, isSafe: true)
            );
            return;
        }

        var fix =
            wanted == ConstantKind.Percent && value is Numeric { Literal: { } literal } number
                ? scope.Constants.WithPercent(expression, number.Amount, literal)
                : scope.Constants.WithoutPercent(expression, wanted);
        scope.Report(
            "RG2002",
            expression,
            $"`{signal.Name}` is compared with {Units.Describe(wanted)}, not with {Units.Describe(value.Kind)}.",
            fix
        );
    }
}
