using RgPolicy.Cli.Demo.Live;
using RgPolicy.Cli.Terminal;
using RgPolicy.Cli.Tests.Clocks;
using RgPolicy.Cli.Watching;
using RgPolicy.Documents.Demo;

namespace RgPolicy.Cli.Tests.Demo.Live;

public sealed class DemoViewTests
{
    [Fact]
    public async Task Picture_OnATerminalOf80Columns_HasALineForEachSegmentAndFits()
    {
        var figures = new DemoFigures(new SkippingTime());
        for (var number = 0; number < LiveDemo.Segments; number++)
        {
            figures.Begin(isGoverned: number % 2 == 1, TimeSpan.Zero, TimeSpan.FromSeconds(10));
            var arrival = figures.Now;
            await figures.WaitUntilAsync(arrival + TimeSpan.FromSeconds(10), default);
            figures.AddShort(arrival);
        }

        using var view = new DemoView(
            CliRun.Context(Stream.Null),
            new LiveDemoDocument("", "17.12 (Debian 17.12-0+deb13u1)", 64, 128, 200, 60, "0.5"),
            isShown: false
        );
        var picture = view.Picture(
            figures.Segments,
            new DemoReading(
                "cgroup v2 cpu.weight=5 for 5.8 runnable beside it and 1.1 outside the server",
                false,
                null
            ),
            figures.Now
        );
        var lines = WatchScreen.Lines(picture, 80, usesColour: false);

        Assert.All(lines, line => Assert.True(Printable.Cells(line) <= 80, line));
        Assert.InRange(lines.Count, LiveDemo.Segments, 23);
        Assert.Equal(3, lines.Count(line => line.Contains("│ off ", StringComparison.Ordinal)));
        Assert.Equal(3, lines.Count(line => line.Contains("│ on ", StringComparison.Ordinal)));
    }
}
