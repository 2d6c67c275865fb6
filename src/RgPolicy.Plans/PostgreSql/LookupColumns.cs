using System.Text.RegularExpressions;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>By which column a look-up goes, and from which column of another relation its keys come.</summary>
/// <param name="Column">The column of the index.</param>
/// <param name="Alias">What the statement calls the other relation.</param>
/// <param name="Source">The column there.</param>
internal readonly partial record struct LookupColumns(string Column, string Alias, string Source)
{
    private const int MostMilliseconds = 100;

    /// <summary>The first comparison of a condition such as <c>((a = o.b) AND (c = 5))</c>; null where none is of
    /// another relation's column.</summary>
    public static LookupColumns? Of(string condition)
    {
        try
        {
            var found = Comparison().Match(condition);
            return found.Success
                ? new(Plain(found.Groups["column"]), Plain(found.Groups["alias"]), Plain(found.Groups["source"]))
                : null;
        }
        catch (RegexMatchTimeoutException)
        {
            return null;
        }
    }

    private static string Plain(Group name) =>
        name.Value.StartsWith('"') ? name.Value[1..^1].Replace("\"\"", "\"", StringComparison.Ordinal) : name.Value;

    // A name may be in quotes, and a value converted: `(key = (o.key)::bigint)`.
    [GeneratedRegex(
        """\((?:(?:"(?:[^"]|"")+"|\w+)\.)?(?<column>"(?:[^"]|"")+"|\w+) = \(?(?<alias>"(?:[^"]|"")+"|\w+)\.(?<source>"(?:[^"]|"")+"|\w+)\)?(?:::[\w ]+)?\)""",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        MostMilliseconds
    )]
    private static partial Regex Comparison();
}
