using System.Diagnostics;
using System.Globalization;

namespace RgPolicy.Bench.Service;

/// <summary>
/// What asking for the status does to the loop, side by side: the same loop with so many queries in
/// view while no client asks, while somebody looks now and then, and while several clients ask without a pause, each in
/// a
/// process of its own; and how long their answers take.
/// </summary>
internal static class PageMeasurement
{
    internal static readonly TimeSpan PollTakes = TimeSpan.FromMilliseconds(10);

    private const int WarmUpSeconds = 5;

    // In turns, so that what else the machine does falls on all alike.
    private const int Rounds = 3;

    // Of the p99 without anybody: how much longer a turn may take beside those who look.
    private const double Allowance = 1.05;

    private static readonly AskersSpan[] Askers =
    [
        new("nobody asks", 0, 0),
        new("4 ask twice a second each", 4, 8),
        new("8 ask, 100 in a second", 8, 100),
        new("8 ask as fast as they can", 8, 0),
    ];

    /// <summary>Prints it.</summary>
    /// <returns>Whether the p99 of turns is at most 5 % longer while others look than while nobody does; those who ask as
    /// fast as they can take the machine's CPUs themselves, and do not count.</returns>
    public static async Task<bool> RunAsync(TextWriter output, int sessions, int seconds)
    {
        var (gate, asking, last) = (new object(), (AskersSpan?)null, 0L);
        var observer = new ManySessions(sessions, PollTakes);
        await using var loop = await WatchedLoop.StartAsync(observer, Note);
        output.WriteLine(
            Text(
                $"{sessions} queries in view, a poll takes {PollTakes.TotalMilliseconds} ms, {Rounds} times {seconds} s each"
            )
        );
        await AskAsync(loop.Address, WarmUpSeconds, 4, 20);
        for (var round = 0; round < Rounds; round++)
        {
            foreach (var askers in Askers)
            {
                lock (gate)
                {
                    (asking, last) = (askers, 0);
                }

                askers.Answers =
                    askers.Connections == 0
                        ? await NobodyAsync(seconds)
                        : await AskAsync(loop.Address, seconds, askers.Connections, askers.PerSecond);
            }
        }

        lock (gate)
        {
            asking = null;
        }

        foreach (var askers in Askers)
        {
            askers.Write(output);
        }

        return IsUndisturbed(output);

        void Note()
        {
            var now = Stopwatch.GetTimestamp();
            lock (gate)
            {
                var began = observer.Began;
                asking?.Turns.Add(began + (long)(PollTakes.TotalSeconds * Stopwatch.Frequency), now);
                if (last != 0)
                {
                    asking?.Intervals.Add(last, began);
                }

                last = began;
            }
        }
    }

    private static bool IsUndisturbed(TextWriter output)
    {
        var turns = Worst(askers => askers.Turns);
        output.WriteLine(
            Text($"p99 of turns: {turns:0.000} of what it is while nobody asks (at most {Allowance:0.00})")
        );
        output.WriteLine(Text($"p99 from one poll to the next: {Worst(askers => askers.Intervals):0.000} of it"));
        return turns <= Allowance;
    }

    private static double Worst(Func<AskersSpan, Sample> of) =>
        Askers.Where(askers => askers.PerSecond > 0).Max(askers => of(askers).Quantile(0.99))
        / of(Askers[0]).Quantile(0.99);

    private static async Task<string> NobodyAsync(int seconds)
    {
        await Task.Delay(TimeSpan.FromSeconds(seconds));
        return "";
    }

    private static async Task<string> AskAsync(Uri address, int seconds, int connections, int perSecond)
    {
        string[] words =
        [
            "ask",
            address.ToString(),
            seconds.ToString(CultureInfo.InvariantCulture),
            connections.ToString(CultureInfo.InvariantCulture),
            perSecond.ToString(CultureInfo.InvariantCulture),
        ];
        // Those who look do so from elsewhere: what their programs cost is not the service's.
        var start = new ProcessStartInfo(
            "nice",
            ["-n", "19", Environment.ProcessPath ?? throw new InvalidOperationException("no program"), .. words]
        )
        {
            RedirectStandardOutput = true,
            UseShellExecute = false,
        };
        using var process = Process.Start(start) ?? throw new InvalidOperationException("the client does not start");
        var said = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return said;
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
