using System.Globalization;
using System.Text.RegularExpressions;

namespace RgPolicy.Language.Numbers;

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
        {
            return null;
        }

        if (seconds % 3600 == 0)
        {
            return FormattableString.Invariant($"{seconds / 3600} h");
        }

        if (seconds % 60 == 0)
        {
            return FormattableString.Invariant($"{seconds / 60} min");
        }

        return FormattableString.Invariant($"{seconds} s");
    }

    [GeneratedRegex(
        "^P((?<d>[0-9]+)D)?(T((?<h>[0-9]+)H)?((?<m>[0-9]+)M)?((?<s>[0-9]+)S)?)?$",
        RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex Parts();
}
