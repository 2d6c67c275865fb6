using System.Diagnostics;

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

    // In short turns, so that what else the machine does falls on all alike.
    private const int SpanSeconds = 10;

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
    /// <param name="output">Where.</param>
    /// <param name="sessions">Queries in view.</param>
    /// <param name="rounds">Spans of each kind of askers.</param>
    /// <returns>Whether the p99 of turns is at most 5 % longer while others look than while nobody does; those who ask
    /// as fast as they can take the machine's CPUs themselves, and do not count.</returns>
    public static async Task<bool> RunAsync(TextWriter output, int sessions, int rounds)
    {
        var observer = new ManySessions(sessions, PollTakes);
        var turns = new TurnSamples(observer, PollTakes);
        await using var loop = await WatchedLoop.StartAsync(observer, turns.Note);
        output.WriteLine(
            Text(
                $"{sessions} queries in view, a poll takes {PollTakes.TotalMilliseconds} ms, {rounds} times {SpanSeconds} s each"
            )
        );
        await AskAsync(loop.Address, WarmUpSeconds, Askers[1], static () => { });
        for (var round = 0; round < rounds; round++)
        {
            foreach (var askers in Askers.Where(each => round == 0 || !each.IsWithoutPause))
                await MeasureAsync(askers, loop.Address, turns);
        }

        foreach (var askers in Askers)
            askers.Write(output);

        return IsUndisturbed(output);
    }

    private static async Task MeasureAsync(AskersSpan askers, Uri address, TurnSamples turns)
    {
        if (askers.Connections == 0)
        {
            turns.Take(askers);
            await Task.Delay(TimeSpan.FromSeconds(SpanSeconds));
        }
        else
        {
            askers.Answers = await AskAsync(address, SpanSeconds, askers, () => turns.Take(askers));
        }

        turns.Take(null);
    }

    // By all turns together: the p99 of one round's hundred is its longest turn but one, and says nothing.
    private static bool IsUndisturbed(TextWriter output)
    {
        var worst = 0.0;
        foreach (var askers in Askers.Where(each => each is { Connections: > 0, IsWithoutPause: false }))
        {
            var ratio = Ratio(askers.Turns, Askers[0].Turns);
            worst = Math.Max(worst, ratio);
            var rounds = askers.Rounds.Zip(Askers[0].Rounds, (beside, alone) => beside / alone).ToList();
            output.WriteLine(
                Text(
                    $"{askers.Name}: p99 of turns {ratio:0.000} of what it is while nobody asks (single rounds {rounds.Min():0.00} to {rounds.Max():0.00}), from one poll to the next {Ratio(askers.Intervals, Askers[0].Intervals):0.000}"
                )
            );
        }

        output.WriteLine(Text($"the higher one: {worst:0.000} (at most {Allowance:0.00})"));
        return worst <= Allowance;
    }

    private static double Ratio(Sample beside, Sample alone) => beside.Quantile(0.99) / alone.Quantile(0.99);

    // The program's own start is not of the time that is measured.
    private static async Task<string> AskAsync(Uri address, int seconds, AskersSpan askers, Action begun)
    {
        string[] words =
        [
            "ask",
            address.ToString(),
            seconds.ToString(CultureInfo.InvariantCulture),
            askers.Connections.ToString(CultureInfo.InvariantCulture),
            askers.PerSecond.ToString(CultureInfo.InvariantCulture),
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
        if (await process.StandardOutput.ReadLineAsync() is not PageClient.Begins)
            throw new InvalidOperationException("the client does not get answers");

        begun();
        var said = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return said;
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
