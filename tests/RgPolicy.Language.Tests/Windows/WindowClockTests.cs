using FsCheck;
using FsCheck.Fluent;
using NodaTime;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Windows;

namespace RgPolicy.Language.Tests.Windows;

public sealed class WindowClockTests
{
    private const int MinutesPerDay = 1440;

    /// <summary>Days around which clocks change, or a whole local day is skipped, beside an ordinary one.</summary>
    private static readonly (string Zone, LocalDate Day)[] Places =
    [
        ("Europe/Berlin", new LocalDate(2026, 3, 29)),
        ("Europe/Berlin", new LocalDate(2026, 10, 25)),
        ("America/New_York", new LocalDate(2026, 11, 1)),
        ("America/Sao_Paulo", new LocalDate(2018, 11, 4)),
        ("Australia/Lord_Howe", new LocalDate(2026, 4, 5)),
        ("Pacific/Apia", new LocalDate(2011, 12, 30)),
        ("UTC", new LocalDate(2026, 11, 20)),
    ];

    private static readonly Arbitrary<(int Place, int Start, int End, int Days)> Cases = (
        from place in Gen.Choose(0, Places.Length - 1)
        from start in Gen.Choose(0, (MinutesPerDay / 15) - 1)
        from end in Gen.Choose(0, (MinutesPerDay / 15) - 1)
        from days in Gen.Choose(1, 127)
        select (place, start * 15, end * 15, days)
    ).ToArbitrary();

    [Fact]
    public void Contains_AroundClockChanges_AgreesWithEveryMinuteOfTheWall() =>
        Prop.ForAll(
                Cases,
                test =>
                {
                    var (zoneId, day) = Places[test.Place];
                    var zone = DateTimeZoneProviders.Tzdb[zoneId];
                    var window = new Window("w", [.. Days(test.Days)], Time(test.Start), Time(test.End), zone, default);
                    var expected = MomentsOf(window, day);
                    var first = day.PlusDays(-1).AtMidnight().InZoneLeniently(zone).ToInstant();
                    return Enumerable
                        .Range(0, 3 * MinutesPerDay)
                        .Select(minute => first + Duration.FromMinutes(minute))
                        .All(moment => WindowClock.Contains(window, moment) == expected.Contains(moment));
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(60));

    [Theory]
    [InlineData("2026-11-20T07:59:59Z", false)]
    [InlineData("2026-11-20T08:00:00Z", true)]
    [InlineData("2026-11-20T17:59:59Z", true)]
    [InlineData("2026-11-20T18:00:00Z", false)]
    [InlineData("2026-11-21T09:00:00Z", false)]
    public void Contains_StartAndEnd_IncludesTheStartOnly(string moment, bool isInside)
    {
        var window = PolicyTexts.Bind("window w = mon..fri 08:00..18:00 'UTC' class c -> p when during w").Windows[0];

        Assert.Equal(
            isInside,
            WindowClock.Contains(window, NodaTime.Text.InstantPattern.ExtendedIso.Parse(moment).Value)
        );
    }

    [Theory]
    [InlineData("2026-11-20T23:00:00Z", true)]
    [InlineData("2026-11-21T05:59:00Z", true)]
    [InlineData("2026-11-21T22:00:00Z", false)]
    [InlineData("2026-11-20T05:00:00Z", false)]
    public void Contains_OverMidnight_BelongsToTheDayOfTheStart(string moment, bool isInside)
    {
        var window = PolicyTexts.Bind("window w = fri 22:00..06:00 'UTC' class c -> p when during w").Windows[0];

        Assert.Equal(
            isInside,
            WindowClock.Contains(window, NodaTime.Text.InstantPattern.ExtendedIso.Parse(moment).Value)
        );
    }

    /// <summary>The reference: writes down each wall-clock minute of the window and asks when the wall
    /// showed it.</summary>
    private static HashSet<Instant> MomentsOf(Window window, LocalDate day)
    {
        var moments = new HashSet<Instant>();
        for (var date = day.PlusDays(-3); date <= day.PlusDays(3); date = date.PlusDays(1))
        {
            if (!window.Days.Contains(date.DayOfWeek))
                continue;

            var end = (window.End > window.Start ? date : date.PlusDays(1)) + window.End;
            for (var wall = date + window.Start; wall < end; wall = wall.PlusMinutes(1))
            {
                var mapping = window.Zone.MapLocal(wall);
                moments.UnionWith(
                    mapping.Count switch
                    {
                        0 => [],
                        1 => [mapping.Single().ToInstant()],
                        _ => [mapping.First().ToInstant(), mapping.Last().ToInstant()],
                    }
                );
            }
        }

        return moments;
    }

    private static IEnumerable<IsoDayOfWeek> Days(int bits) =>
        Enumerable.Range(0, 7).Where(day => (bits & (1 << day)) != 0).Select(day => (IsoDayOfWeek)(day + 1));

    private static LocalTime Time(int minutes) => LocalTime.Midnight.PlusMinutes(minutes);
}
