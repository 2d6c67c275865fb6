using System.Globalization;
using RgPolicy.Sidecar.Keeping;

namespace RgPolicy.Sidecar.Tests.Keeping;

public sealed class PulseTests
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(1);

    [Fact]
    public void Want_TrueThenFalse_BeatsOnlyMeanwhile()
    {
        using var pulse = Pulse.Here(Interval);
        pulse.Want(true);
        SpinWait.SpinUntil(
            () => Threads().Length == Environment.ProcessorCount && Threads().All(t => Beats(t) > 20),
            10_000
        );
        Assert.All(Threads(), thread => Assert.True(Beats(thread) > 20));

        pulse.Want(false);
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
        using var pulse = new Pulse(TimeSpan.Zero, [63]);
        pulse.Want(true);
        Thread.Sleep(20);

        Assert.DoesNotContain(Threads(), thread => Name(thread) == "pulse 63");
    }

    private static string[] Threads() =>
        [
            .. Directory
                .GetDirectories("/proc/self/task")
                .Where(thread => Name(thread).StartsWith("pulse ", StringComparison.Ordinal)),
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
