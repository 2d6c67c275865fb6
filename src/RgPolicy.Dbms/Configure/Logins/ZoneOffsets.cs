using NodaTime;

namespace RgPolicy.Dbms.Configure.Logins;

/// <summary>Works out a window's time zone for the years ahead, so that a server needs no time zone database.</summary>
internal static class ZoneOffsets
{
    // A fixed span: the same policy gives the same text whenever it is compiled.
    private static readonly Instant Beginning = Instant.FromUtc(2025, 1, 1, 0, 0);
    private static readonly Instant End = Instant.FromUtc(2045, 1, 1, 0, 0);

    public static LoginWindow WindowOf(Window window) =>
        new(
            window.Name,
            window.Zone.Id,
            [.. window.Days.Select(day => (int)day - 1).Order()],
            new TimeSpan(window.Start.TickOfDay),
            new TimeSpan(window.End.TickOfDay),
            Of(window.Zone)
        );

    private static ImmutableArray<ZoneOffset> Of(DateTimeZone zone)
    {
        var offsets = ImmutableArray.CreateBuilder<ZoneOffset>();
        foreach (var interval in zone.GetZoneIntervals(Beginning, End))
        {
            var from = interval.HasStart && interval.Start > Beginning ? interval.Start : Beginning;
            var seconds = interval.WallOffset.Seconds;
            if (offsets.Count == 0 || offsets[^1].Seconds != seconds)
                offsets.Add(new ZoneOffset(from.ToDateTimeUtc(), seconds));
        }

        return offsets.ToImmutable();
    }
}

internal readonly record struct ZoneOffset(DateTime From, int Seconds);
