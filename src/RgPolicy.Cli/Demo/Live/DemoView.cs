using RgPolicy.Cli.Watching;
using RgPolicy.Documents.Demo;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace RgPolicy.Cli.Demo.Live;

/// <summary>What goes on, while it does: a picture on a terminal, else a line at the end of each segment.</summary>
internal sealed class DemoView : IDisposable
{
    private const int BarCells = 20;
    private readonly CliContext _context;
    private readonly LiveDemoDocument _setting;
    private readonly bool _isShown;
    private readonly WatchScreen? _screen;

    public DemoView(CliContext context, LiveDemoDocument setting, bool isShown)
    {
        (_context, _setting, _isShown) = (context, setting, isShown);
        if (isShown && context is { IsOutputTerminal: true, Keyboard: not null })
            _screen = new WatchScreen(context);
        else if (isShown)
        {
            context.Output.WriteLine(DemoOutcome.Heading(setting));
            context.Output.WriteLine("governing  short p50  short p99  analyses per second");
            context.Output.Flush();
        }
    }

    /// <summary>Draws it again.</summary>
    public void Show(ImmutableArray<DemoSegment> segments, DemoReading reading, TimeSpan now)
    {
        if (_screen is not null && _context.Keyboard is { } terminal)
        {
            var (width, height) = terminal.Size;
            _screen.Show(Picture(segments, reading, now), width, height);
        }
    }

    /// <summary>Says what a segment came to, where there is no picture.</summary>
    public void End(DemoSegment segment)
    {
        if (_isShown && _screen is null)
        {
            var part = DemoOutcome.Part([segment]);
            _context.Output.WriteLine(
                Invariant(
                    $"{Word(segment), -9}  {DemoOutcome.Duration(part.P50Seconds), 9}  {DemoOutcome.Duration(part.P99Seconds), 9}  {part.AnalysesPerSecond, 19:0.00}"
                )
            );
            _context.Output.Flush();
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _screen?.Dispose();

    internal IReadOnlyList<IRenderable> Picture(ImmutableArray<DemoSegment> segments, DemoReading reading, TimeSpan now)
    {
        var longest = segments.Max(each => each.Short.Quantile(0.99)?.TotalSeconds) is { } most and > 0 ? most : 1;
        var table = new Table { Border = TableBorder.Rounded };
        table.AddColumns("governing", "short p50", "short p99", "", "analyses/s");
        foreach (var segment in segments)
        {
            var part = DemoOutcome.Part([segment]);
            var bar = (int)Math.Ceiling(BarCells * (part.P99Seconds ?? 0) / longest);
            table.AddRow(
                new Text(Word(segment), Colour(segment)),
                new Text(DemoOutcome.Duration(part.P50Seconds)),
                new Text(DemoOutcome.Duration(part.P99Seconds)),
                new Text(new string('█', bar).PadRight(BarCells), Colour(segment)),
                new Text(now < segment.To ? "..." : DemoOutcome.Number(part.AnalysesPerSecond))
            );
        }

        var length = TimeSpan.FromSeconds(_setting.Seconds ?? 0);
        var left = length * (LiveDemo.Segments - segments.Length) / LiveDemo.Segments + (segments[^1].To - now);
        return
        [
            new Text(DemoOutcome.Heading(_setting)),
            table,
            new Text(reading.Lever is { } lever ? $"in force, read back: {lever}" : "nothing is governed now"),
            new Text(Invariant($"{Math.Max(left.TotalSeconds, 0):0} s left; Ctrl-C ends it and removes everything")),
        ];
    }

    private static string Word(DemoSegment segment) => segment.IsGoverned ? "on" : "off";

    private static Style Colour(DemoSegment segment) => new(segment.IsGoverned ? Color.Green : Color.Yellow);
}
