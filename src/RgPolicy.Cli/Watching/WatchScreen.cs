using RgPolicy.Host.Text;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace RgPolicy.Cli.Watching;

/// <summary>A screen of its own on the terminal, which is as it was when this is disposed of. Whatever is drawn has
/// been escaped.</summary>
internal sealed class WatchScreen : IDisposable
{
    private const string Begin = "\u001b[?1049h\u001b[?25l";
    private const string End = "\u001b[?25h\u001b[?1049l";
    private const string Home = "\u001b[H";
    private const string ToLineEnd = "\u001b[K";
    private const string ToScreenEnd = "\u001b[J";

    private readonly CliContext _context;

    public WatchScreen(CliContext context)
    {
        _context = context;
        Write(Begin);
    }

    /// <summary>Draws over what is there, without a flicker.</summary>
    public void Show(IReadOnlyList<IRenderable> picture, int width, int height)
    {
        var lines = Lines(picture, width, _context.UsesColour).Take(height).ToList();
        Write(Home + string.Join("\r\n", lines.Select(line => line + ToLineEnd)) + ToScreenEnd);
    }

    /// <inheritdoc/>
    public void Dispose() => Write(End);

    internal static IReadOnlyList<string> Lines(IReadOnlyList<IRenderable> picture, int width, bool usesColour)
    {
        using var drawn = new StringWriter(CultureInfo.InvariantCulture);
        var console = AnsiConsole.Create(
            new AnsiConsoleSettings
            {
                Ansi = usesColour ? AnsiSupport.Yes : AnsiSupport.No,
                ColorSystem = usesColour ? ColorSystemSupport.Standard : ColorSystemSupport.NoColors,
                Interactive = InteractionSupport.No,
                Out = new AnsiConsoleOutput(drawn),
            }
        );
        console.Profile.Width = width;
        console.Profile.Encoding = Encoding.UTF8;
        console.Write(new Rows(picture));
        return drawn.ToString().ReplaceLineEndings("\n").TrimEnd('\n').Split('\n');
    }

    private void Write(string text)
    {
        _context.UnguardedOutput.Write(text);
        _context.UnguardedOutput.Flush();
    }
}

/// <summary>Text from elsewhere that takes no more than so many cells of a terminal.</summary>
internal static class Fitted
{
    /// <summary>One line, escaped; what does not fit ends with an ellipsis.</summary>
    public static string Of(string? text, int cells)
    {
        var line = SafeText.Escape(text ?? "");
        if (cells <= 0)
            return "";

        if (Printable.Cells(line) <= cells)
            return line;

        var fitted = new StringBuilder();
        var used = 1;
        foreach (var rune in line.EnumerateRunes())
        {
            var next = rune.ToString();
            used += Printable.Cells(next);
            if (used > cells)
                break;

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
                break;

            at += rune.Utf16SequenceLength;
            blank = rune.Value == ' ' ? at : blank;
        }

        return blank > at / 2 ? blank : Math.Max(at, 1);
    }
}
