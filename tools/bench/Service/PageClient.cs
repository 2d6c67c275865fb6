using System.Diagnostics;

namespace RgPolicy.Bench.Service;

/// <summary>Asks a status page, in a process of its own: so many connections, together so often in a second (0: as fast
/// as they can).</summary>
internal static class PageClient
{
    /// <summary>Printed before it asks.</summary>
    public const string Begins = "asks";

    private static readonly string[] Paths =
    [
        "/",
        "/api/v1/status",
        "/metrics",
        "/host",
        "/effect/month",
        "/past/month",
    ];

    public static async Task RunAsync(TextWriter output, string address, int seconds, int connections, int perSecond)
    {
        using var client = new HttpClient { BaseAddress = new Uri(address), Timeout = TimeSpan.FromSeconds(10) };
        // Not measured: the first one opens connections and compiles code on both sides.
        foreach (var path in Paths)
            await client.GetByteArrayAsync(path);

        var samples = Paths.ToDictionary(path => path, _ => new Sample(), StringComparer.Ordinal);
        await output.WriteLineAsync(Begins);
        await output.FlushAsync(CancellationToken.None);
        var clock = Stopwatch.StartNew();
        await Task.WhenAll(Enumerable.Range(0, connections).Select(number => AskAsync(client, samples, clock, number)));
        foreach (var (path, sample) in samples)
        {
            output.WriteLine(
                string.Create(CultureInfo.InvariantCulture, $"    {path, -16} {sample.Count, 6} answers  {sample}")
            );
        }

        async Task AskAsync(HttpClient asker, Dictionary<string, Sample> all, Stopwatch since, int number)
        {
            var every = perSecond == 0 ? TimeSpan.Zero : TimeSpan.FromSeconds((double)connections / perSecond);
            // Spread over the interval, and not in step with the loop.
            await Task.Delay(every * number / connections);
            for (var count = number; since.Elapsed < TimeSpan.FromSeconds(seconds); count++)
            {
                var path = Paths[count % Paths.Length];
                var asked = Stopwatch.GetTimestamp();
                await asker.GetByteArrayAsync(path);
                var answered = Stopwatch.GetTimestamp();
                lock (all)
                {
                    all[path].Add(asked, answered);
                }

                // Nobody asks after the end: turns are counted while somebody does.
                var left = TimeSpan.FromSeconds(seconds) - since.Elapsed;
                var rest = TimeSpan.FromTicks(Math.Min((every - Stopwatch.GetElapsedTime(asked)).Ticks, left.Ticks));
                await (rest > TimeSpan.Zero ? Task.Delay(rest) : Task.Yield().AsTask());
            }
        }
    }

    private static async Task AsTask(this System.Runtime.CompilerServices.YieldAwaitable yield) => await yield;
}
