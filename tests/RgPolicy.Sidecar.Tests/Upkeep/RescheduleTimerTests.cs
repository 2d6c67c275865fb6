using RgPolicy.Sidecar.Upkeep;

namespace RgPolicy.Sidecar.Tests.Upkeep;

public sealed class RescheduleTimerTests
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(1);

    [Fact]
    public void Want_TrueThenFalse_BeatsOnlyMeanwhile()
    {
        using var reschedule = RescheduleTimer.Here(Interval);
        reschedule.Want(true);
        SpinWait.SpinUntil(
            () => Threads().Length == Environment.ProcessorCount && Threads().All(t => Beats(t) > 20),
            10_000
        );
        Assert.All(Threads(), thread => Assert.True(Beats(thread) > 20));

        reschedule.Want(false);
        Thread.Sleep(50);
        var stopped = Threads().Sum(Beats);
        Thread.Sleep(100);

        Assert.Equal(stopped, Threads().Sum(Beats));
        Assert.Equal(
            Threads().Length,
            Threads().Select(thread => Field(thread, "Cpus_allowed_list")).Distinct(StringComparer.Ordinal).Count()
        );
    }

    [Fact]
    public void Want_NoInterval_StartsNothing()
    {
        using var reschedule = new RescheduleTimer(TimeSpan.Zero, [63]);
        reschedule.Want(true);
        Thread.Sleep(20);

        Assert.DoesNotContain(Threads(), thread => Name(thread) == "reschedule 63");
    }

    private static string[] Threads() =>
        [
            .. Directory
                .GetDirectories("/proc/self/task")
                .Where(thread => Name(thread).StartsWith("reschedule ", StringComparison.Ordinal)),
        ];

    private static string Name(string thread) => Field(thread, "Name");

    private static long Beats(string thread) =>
        long.Parse(Field(thread, "voluntary_ctxt_switches"), CultureInfo.InvariantCulture);

    private static string Field(string thread, string name)
    {
        try
        {
            return File.ReadLines(thread + "/status")
                    .FirstOrDefault(line => line.StartsWith(name + ":", StringComparison.Ordinal))
                    ?[(name.Length + 1)..].Trim()
                ?? "0";
        }
        catch (IOException)
        {
            return "0";
        }
    }
}
