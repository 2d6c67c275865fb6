using System.Text;
using RgPolicy.Cli.Terminal;
using RgPolicy.Host.Text;

namespace RgPolicy.Cli.Watching;

/// <summary>Text from elsewhere that takes no more than so many cells of a terminal.</summary>
internal static class Fitted
{
    /// <summary>One line, escaped; what does not fit ends with an ellipsis.</summary>
    public static string Of(string? text, int cells)
    {
        var line = SafeText.Escape(text ?? "");
        if (cells <= 0)
        {
            return "";
        }

        if (Printable.Cells(line) <= cells)
        {
            return line;
        }

        var fitted = new StringBuilder();
        var used = 1;
        foreach (var rune in line.EnumerateRunes())
        {
            var next = rune.ToString();
            used += Printable.Cells(next);
            if (used > cells)
            {
                break;
            }

            fitted.Append(next);
        }

        return fitted.Append('…').ToString();
    }

    /// <summary>The lines that a text takes, broken where it is too long.</summary>
    public static IEnumerable<string> Lines(string text, int cells)
    {
        foreach (var line in text.Split('\n'))
        {
            var rest = SafeText.Escape(line.TrimEnd());
            while (Printable.Cells(rest) > cells)
            {
                var end = End(rest, cells);
                yield return rest[..end].TrimEnd();
                rest = rest[end..].TrimStart();
            }

            yield return rest;
        }
    }

    /// <summary>Behind the last blank that fits, or behind the last character that does.</summary>
    private static int End(string text, int cells)
    {
        var (used, at, blank) = (0, 0, 0);
        foreach (var rune in text.EnumerateRunes())
        {
            used += Printable.Cells(rune.ToString());
            if (used > cells)
            {
                break;
            }

            at += rune.Utf16SequenceLength;
            blank = rune.Value == ' ' ? at : blank;
        }

        return blank > at / 2 ? blank : Math.Max(at, 1);
    }
}
