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

    private static readonly (string Name, int Connections, int PerSecond)[] Askers =
    [
        ("nobody asks", 0, 0),
        ("4 ask twice a second each", 4, 8),
        ("8 ask, 100 in a second", 8, 100),
        ("8 ask as fast as they can", 8, 0),
        ("nobody asks, again", 0, 0),
    ];

    public static async Task RunAsync(TextWriter output, int sessions, int seconds)
    {
        var (turns, intervals, last, began) = (new Sample(), new Sample(), 0L, 0L);
        var observer = new ManySessions(sessions, PollTakes);
        await using var loop = await WatchedLoop.StartAsync(observer, Note);
        output.WriteLine(
            Text($"{sessions} queries in view, a poll takes {PollTakes.TotalMilliseconds} ms, {seconds} s each")
        );
        await AskAsync(loop.Address, WarmUpSeconds, 4, 20);
        foreach (var asker in Askers)
        {
            lock (turns)
            {
                turns.Clear();
                intervals.Clear();
                last = 0;
            }

            var answers =
                asker.Connections == 0
                    ? await NobodyAsync(seconds)
                    : await AskAsync(loop.Address, seconds, asker.Connections, asker.PerSecond);
            lock (turns)
            {
                output.WriteLine(asker.Name);
                output.WriteLine(Text($"    turn, without its poll     {turns}  of {turns.Count}"));
                output.WriteLine(Text($"    from one poll to the next  {intervals}"));
                output.Write(answers);
            }
        }

        void Note()
        {
            var now = Stopwatch.GetTimestamp();
            lock (turns)
            {
                began = observer.Began;
                turns.Add(began + (long)(PollTakes.TotalSeconds * Stopwatch.Frequency), now);
                if (last != 0)
                {
                    intervals.Add(last, began);
                }

                last = began;
            }
        }
    }

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
        var start = new ProcessStartInfo(
            Environment.ProcessPath ?? throw new InvalidOperationException("no program"),
            words
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
