using NodaTime;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Windows;

namespace RgPolicy.Language.Tests.Analysis.Space;

/// <summary>The sets of windows that are open together, against a look at each window at each moment.</summary>
public sealed class WindowCellsTests
{
    private static readonly string[] Zones =
    [
        "Europe/Berlin",
        "America/New_York",
        "America/Los_Angeles",
        "Asia/Kolkata",
        "Australia/Lord_Howe",
        "Africa/Cairo",
        "Africa/Casablanca",
        "UTC",
    ];

    [Theory]
    [InlineData(1, 1, 400)]
    [InlineData(2, 3, 400)]
    [InlineData(3, 12, 400)]
    [InlineData(4, 70, 200)]
    public void Find_DrawnWindows_AgreesWithTheClockAtEveryDrawnMoment(int seed, int count, int moments)
    {
        var random = new Random(seed);
        var windows = Draw(random, count);
        var axis = WindowCells.Find(windows);
        var known = Enumerable.Range(0, axis.Count).Select(cell => Cell(axis, cell)).ToHashSet(StringComparer.Ordinal);

        Assert.Equal(Names(windows), Names(axis.Windows), StringComparer.Ordinal);
        Assert.Equal(axis.Count, known.Count);
        Assert.All(
            Enumerable.Range(0, axis.Count),
            cell => Assert.Equal(Clock(windows, axis.Moments[cell]), Cell(axis, cell))
        );
        Assert.All(Enumerable.Range(0, moments), _ => Assert.Contains(Clock(windows, Moment(random, windows)), known));
    }

    [Fact]
    public void Find_FourHundredWindowsInEightZones_CostsAsManyCellsAsTheyTurn()
    {
        var axis = WindowCells.Find(Draw(new Random(5), 400));

        Assert.Equal(400, axis.Windows.Length);
        Assert.InRange(axis.Count, 10_000, 200_000);
        Assert.All(axis.Open, open => Assert.InRange(open.Bounds.Length, 2, 2_000));
    }

    [Fact]
    public void Find_MoreWindowsThanAreLookedAt_LeavesTheLastOut()
    {
        var windows = Draw(new Random(6), 20_000);

        var axis = WindowCells.Find(windows);

        Assert.Equal(Names(windows[..axis.Windows.Length]), Names(axis.Windows), StringComparer.Ordinal);
        Assert.InRange(axis.Windows.Length, 1_000, 19_999);
        Assert.NotNull(axis.Cells(windows[0]));
        Assert.Null(axis.Cells(windows[^1]));
        Assert.InRange(axis.Count, 1, WindowCells.MostTurns);
    }

    private static ImmutableArray<Window> Draw(Random random, int count) =>
        [
            .. Enumerable
                .Range(0, count)
                .Select(index => new Window(
                    $"w{index}",
                    Days(random),
                    Time(random),
                    Time(random),
                    DateTimeZoneProviders.Tzdb[Zones[random.Next(Zones.Length)]],
                    default
                )),
        ];

    private static ImmutableArray<IsoDayOfWeek> Days(Random random)
    {
        var bits = random.Next(1, 128);
        return
        [
            .. Enumerable.Range(1, 7).Where(day => (bits & (1 << (day - 1))) != 0).Select(day => (IsoDayOfWeek)day),
        ];
    }

    private static LocalTime Time(Random random) => LocalTime.FromMinutesSinceMidnight(random.Next(1440));

    /// <summary>Any minute, or one around a change of some window's clock.</summary>
    private static Instant Moment(Random random, ImmutableArray<Window> windows)
    {
        var minutes = (long)(WindowCells.To - WindowCells.From).TotalMinutes;
        var moment = WindowCells.From + Duration.FromMinutes(random.NextInt64(minutes));
        var interval = windows[random.Next(windows.Length)].Zone.GetZoneInterval(moment);
        var near =
            interval is { HasEnd: true } && random.Next(2) == 0
                ? interval.End + Duration.FromMinutes(random.Next(-300, 300))
                : moment;
        return near < WindowCells.To ? near : moment;
    }

    private static IEnumerable<string> Names(ImmutableArray<Window> windows) => windows.Select(window => window.Name);

    private static string Clock(ImmutableArray<Window> windows, Instant moment) =>
        string.Concat(windows.Select(window => WindowClock.Contains(window, moment) ? '1' : '0'));

    private static string Cell(TimeAxis axis, int cell) =>
        string.Concat(axis.Open.Select(open => open.Contains(cell) ? '1' : '0'));
}
