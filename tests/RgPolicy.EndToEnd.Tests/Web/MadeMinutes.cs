using Microsoft.Extensions.Logging.Abstractions;
using RgPolicy.Service.Minutes;

namespace RgPolicy.EndToEnd.Tests.Web;

/// <summary>Thirty days that a test makes up: every hour, and every minute of the last six, of which some were
/// paused.</summary>
internal static class MadeMinutes
{
    private static readonly string[] Names = ["oltp", "reports", "scan", "etl", "adhoc", "export"];

    public static MinuteStore Of(int classes, int days)
    {
        var store = new MinuteStore(null, TimeProvider.System, NullLogger.Instance);
        WriteTo(store, classes, days);
        return store;
    }

    /// <summary>Writes them into what is kept.</summary>
    public static void WriteTo(MinuteStore store, int classes, int days)
    {
        var now = TimeProvider.System.GetUtcNow();
        var minute = new DateTimeOffset(now.UtcTicks - (now.UtcTicks % TimeSpan.TicksPerMinute), TimeSpan.Zero);
        for (var hour = (days * 24) - 1; hour > 6; hour--)
            store.Write(Minute(minute.AddHours(-hour), classes, hour % 24 < 3));

        for (var number = 359; number > 0; number--)
            store.Write(Minute(minute.AddMinutes(-number), classes, number is > 20 and < 40));
    }

    /// <summary>An hour whose classes and pools all have this name.</summary>
    public static MinuteStore OfOneName(string name)
    {
        var store = new MinuteStore(null, TimeProvider.System, NullLogger.Instance);
        var now = TimeProvider.System.GetUtcNow();
        for (var number = 50; number > 0; number--)
        {
            var minute = Minute(now.AddMinutes(-number), 1, isPaused: number < 20);
            store.Write(
                minute with
                {
                    Classes = [Class(name, 1, wave: 1, isPaused: number < 20)],
                    Pools = [minute.Pools[2] with { Pool = name }],
                }
            );
        }

        return store;
    }

    private static MinuteSpan Minute(DateTimeOffset began, int classes, bool isPaused)
    {
        var wave = 1 + (0.5 * Math.Sin(began.ToUnixTimeSeconds() / 9000.0));
        var spans = Enumerable
            .Range(0, classes)
            .Select(number =>
                Class(
                    number < Names.Length
                        ? Names[number]
                        : string.Create(CultureInfo.InvariantCulture, $"class{number}"),
                    number,
                    wave,
                    isPaused
                )
            );
        return new MinuteSpan(
            began,
            new HostSpan(20 * wave, 5 / wave, 0.5, 14 * wave, isPaused ? 0 : 6 * wave, isPaused ? 0 : 60, 60),
            [.. spans],
            [
                new PoolSpan("critical", null, 1, null),
                new PoolSpan("reporting", isPaused ? null : 8, isPaused ? 1 : 0.2, null),
                new PoolSpan("polluters", isPaused ? null : 2, isPaused ? 1 : 0.1, 8),
            ]
        );
    }

    private static ClassSpan Class(string name, int number, double wave, bool isPaused)
    {
        var span = new ClassSpan(name, !isPaused)
        {
            CpuSeconds = 40.0 * wave / (number + 1),
            ThrottledSeconds = isPaused || number == 0 ? 0 : 30 * wave,
        };
        for (var query = 1; query <= 40; query++)
        {
            var milliseconds = (number == 0 ? 4 : 900) * wave * (1 + (query * query / 300.0));
            span.Durations.Add(TimeSpan.FromMilliseconds(isPaused && number == 0 ? milliseconds * 3 : milliseconds));
        }

        return span;
    }
}
