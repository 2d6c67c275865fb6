using System.Text.RegularExpressions;

namespace RgPolicy.Language.Numbers;

/// <summary>An amount that stands in quotes, or has a unit of another language: <c>'10 min'</c>, <c>"1000"</c>,
/// <c>'64MB'</c>.</summary>
internal static partial class QuotedAmount
{
    /// <summary>The amount as the language writes it, or null where the text is none.</summary>
    public static string? Read(string text)
    {
        if (Form().Match(text) is not { Success: true } match)
            return null;

        var (number, unit) = (match.Groups["number"].Value, match.Groups["unit"].Value);
        var meant = unit.Length == 0 || Units.IsUnit(unit) ? unit : Units.Suggest(unit);
        return meant is null ? null
            : meant.Length == 0 || meant is "%" or "/s" ? number + meant
            : $"{number} {meant}";
    }

    /// <summary>The amount of one of these kinds in a quoted text, as the language writes it, or null
    /// where there is none.</summary>
    public static string? Of(string quoted, ImmutableArray<ConstantKind> kinds) =>
        Read(quoted.Trim('\'', '"')) is { } amount && kinds.Contains(KindOf(amount)) ? amount : null;

    private static ConstantKind KindOf(string amount)
    {
        var unit = Form().Match(amount).Groups["unit"].Value;
        return unit.Length == 0 ? ConstantKind.Number : Units.Get(unit).Kind;
    }

    [GeneratedRegex(
        @"^\s*(?<number>\d+(\.\d+)?)\s*(?<unit>([A-Za-z]+(/s)?|%|/s)?)\s*$",
        RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex Form();
}

/// <summary>Durations in the form of ISO 8601, such as <c>PT10M</c>.</summary>
internal static partial class IsoDuration
{
    private const int MostDigits = 9;

    /// <summary>The same as the language writes it, or null where it is none.</summary>
    public static string? Read(string text)
    {
        var match = Parts().Match(text);
        long Of(string part) =>
            match.Groups[part] is { Success: true, Length: <= MostDigits } digits
                ? long.Parse(digits.ValueSpan, CultureInfo.InvariantCulture)
                : 0;
        var seconds = match.Success ? Of("d") * 86_400 + Of("h") * 3600 + Of("m") * 60 + Of("s") : 0;

        if (seconds == 0)
            return null;

        if (seconds % 3600 == 0)
            return FormattableString.Invariant($"{seconds / 3600} h");

        if (seconds % 60 == 0)
            return FormattableString.Invariant($"{seconds / 60} min");

        return FormattableString.Invariant($"{seconds} s");
    }

    [GeneratedRegex(
        "^P((?<d>[0-9]+)D)?(T((?<h>[0-9]+)H)?((?<m>[0-9]+)M)?((?<s>[0-9]+)S)?)?$",
        RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex Parts();
}
