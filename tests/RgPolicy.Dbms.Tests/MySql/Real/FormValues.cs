using System.Text.RegularExpressions;

namespace RgPolicy.Dbms.Tests.MySql.Real;

/// <summary>The values of a form, in braces.</summary>
internal static partial class FormValues
{
    /// <summary>Numbers, and texts without their quotes.</summary>
    public static IEnumerable<object> Of(string sql) =>
        Values()
            .Matches(sql)
            .Select(match => match.Groups["value"].Value)
            .Select(
                object (value) =>
                    value[0] == '\'' ? value.Trim('\'') : decimal.Parse(value, CultureInfo.InvariantCulture)
            )
            .Select(value =>
                value is decimal number && number == decimal.Truncate(number) ? (object)(int)number : value
            );

    /// <summary>Puts something else in the place of each.</summary>
    public static string Replace(string sql, Func<string, string> by) =>
        Values().Replace(sql, match => by(match.Groups["value"].Value));

    [GeneratedRegex(@"\{(?<value>[^}]*)\}", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Values();
}
