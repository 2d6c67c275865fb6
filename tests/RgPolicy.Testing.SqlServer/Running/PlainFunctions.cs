using RgPolicy.Testing.SqlServer.Sql;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Running;

/// <summary>Functions that depend on nothing but their arguments.</summary>
internal static class PlainFunctions
{
    /// <summary>A function's value.</summary>
    /// <exception cref="SqlFailure">It is not known.</exception>
    public static object? Call(string name, IReadOnlyList<object?> arguments) =>
        (name, arguments) switch
        {
            ("REPLACE", [string text, string part, string other]) => text.Replace(
                part,
                other,
                StringComparison.Ordinal
            ),
            ("NCHAR", [var code]) => ((char)Conversion.ToNumber(code)).ToString(),
            ("ISNULL", [var first, var second]) => first ?? second,
            ("UPPER", [string text]) => text.ToUpperInvariant(),
            ("UPPER", [null]) => null,
            ("QUOTENAME", [string text]) => $"[{text.Replace("]", "]]", StringComparison.Ordinal)}]",
            ("UNICODE", [string { Length: > 0 } text]) => (int)text[0],
            ("DATALENGTH", [string text]) => 2L * text.Length,
            ("DATALENGTH" or "REPLACE" or "SUBSTRING" or "CHARINDEX", _) when arguments.Any(each => each is null) =>
                null,
            (_, _) when name.StartsWith("DATE", StringComparison.Ordinal) && arguments.Any(each => each is null) =>
                null,
            ("SUBSTRING", [string text, var from, var length]) => Part(
                text,
                (int)Conversion.ToNumber(from) - 1,
                (int)Conversion.ToNumber(length)
            ),
            ("CHARINDEX", [string part, string text]) => 1 + text.IndexOf(part, StringComparison.OrdinalIgnoreCase),
            ("DATEADD SECOND", [var seconds, var moment]) => Conversion
                .ToMoment(moment)
                .AddSeconds((double)Conversion.ToNumber(seconds)),
            ("DATEDIFF SECOND", [var from, var to]) => (int)
                (Conversion.ToMoment(to) - Conversion.ToMoment(from)).TotalSeconds,
            ("DATEPART HOUR", [var moment]) => Conversion.ToMoment(moment).Hour,
            ("DATEPART MINUTE", [var moment]) => Conversion.ToMoment(moment).Minute,
            ("DATEPART WEEKDAY", [var moment]) => (int)Conversion.ToMoment(moment).DayOfWeek + 1, // us_english
            ("@@DATEFIRST", _) => 7,
            ("DATEDIFF DAY", [var from, var to]) => (int)
                (Conversion.ToMoment(to).Date - Conversion.ToMoment(from).Date).TotalDays,
            _ => throw new SqlFailure(195, $"'{name}' is not a recognized built-in function name."),
        };

    private static string Part(string text, int from, int length) =>
        from >= text.Length ? "" : text.Substring(Math.Max(0, from), Math.Min(length, text.Length - Math.Max(0, from)));
}
