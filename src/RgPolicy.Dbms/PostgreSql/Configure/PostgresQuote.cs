using RgPolicy.Host.Text;

namespace RgPolicy.Dbms.PostgreSql.Configure;

/// <summary>Puts names and texts into statements; the only way for either to get there.</summary>
internal static class PostgresQuote
{
    /// <summary>A name. One with control characters or marks of direction is written with Unicode escapes, so that a
    /// statement that is shown stays on its line and reads as it runs.</summary>
    public static string Name(string name) =>
        name.Any(SafeText.IsUnsafe) ? "U&" + Quote(Escaped(name), '"') : Quote(name, '"');

    /// <summary>A literal; sessions have standard_conforming_strings on.</summary>
    public static string Text(string text) => Quote(text, '\'');

    /// <summary>The name of a setting, such as <c>work_mem</c> or <c>rgpolicy.owner</c>.</summary>
    public static string Setting(string name) =>
        string.Join('.', name.Split('.').Select(part => IsPlain(part) ? part : Name(part)));

    private static bool IsPlain(string part) =>
        part.Length > 0 && part.All(each => char.IsAsciiLetterLower(each) || each == '_');

    private static string Escaped(string name) =>
        string.Concat(
            name.Select(static each =>
                each switch
                {
                    '\\' => @"\\",
                    not '\0' when SafeText.IsUnsafe(each) => FormattableString.Invariant($@"\{(int)each:X4}"),
                    _ => each.ToString(),
                }
            )
        );

    private static string Quote(string text, char quote) =>
        text.Contains('\0', StringComparison.Ordinal)
            ? throw new ArgumentException("A text with a null character cannot be written in SQL.", nameof(text))
            : quote + text.Replace(quote.ToString(), new string(quote, 2), StringComparison.Ordinal) + quote;
}
