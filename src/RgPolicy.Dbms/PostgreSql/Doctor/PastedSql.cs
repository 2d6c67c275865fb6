using System.Globalization;
using System.Text;
using RgPolicy.Host.Text;

namespace RgPolicy.Dbms.PostgreSql;

/// <summary>Names and texts in statements that a DBA reads and pastes: on one line whatever they hold, so that no name
/// ends a comment, steers a terminal or reads otherwise than it runs.</summary>
internal static class PastedSql
{
    /// <summary>A name in double quotes, with escapes where it holds what cannot be shown.</summary>
    public static string Name(string name) =>
        name.Any(SafeText.IsUnsafe) ? "U&" + PostgresSetup.Quote(Escaped(name)) : PostgresSetup.Quote(name);

    /// <summary>A text in single quotes, likewise.</summary>
    public static string Literal(string text) =>
        text.Any(SafeText.IsUnsafe) ? "U&" + PostgresSetup.Literal(Escaped(text)) : PostgresSetup.Literal(text);

    private static string Escaped(string text)
    {
        var escaped = new StringBuilder(text.Length + 16);
        foreach (var each in text)
            _ =
                each == '\\' ? escaped.Append(@"\\")
                : SafeText.IsUnsafe(each) ? escaped.Append(CultureInfo.InvariantCulture, $@"\{(int)each:X4}")
                : escaped.Append(each);
        return escaped.ToString();
    }
}
