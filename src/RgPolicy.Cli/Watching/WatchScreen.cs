using System.Globalization;
using System.Text;
using RgPolicy.Cli.Shell;
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

    /// <summary>Takes over the terminal.</summary>
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

    /// <summary>A picture as lines of a terminal.</summary>
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
