using System.Diagnostics;

namespace RgPolicy.Bench.Service;

/// <summary>
/// How long whoever asks first has to wait: the first answer ever of a service that has just started,
/// and the first one after nobody has asked for a while. Each path has a loop and a site in a process of its own, which
/// were asked for nothing else.
/// </summary>
internal static class FirstAnswers
{
    private static readonly string[] Paths = ["/", "/api/v1/status", "/metrics"];
    private static readonly int[] Silences = [15, 15, 60];
    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Apart = TimeSpan.FromSeconds(2);

    /// <summary>Serves the page of such a loop until the input ends.</summary>
    public static async Task ServeAsync(TextReader input, TextWriter output, int sessions)
    {
        await using var loop = await WatchedLoop.StartAsync(new ManySessions(sessions, PageMeasurement.PollTakes));
        await output.WriteLineAsync(loop.Address.ToString());
        await input.ReadToEndAsync();
    }

    public static async Task RunAsync(TextWriter output, int sessions)
    {
        await PlainClient.WarmUpAsync();
        List<(string Path, Process Server, Uri Address)> servers = [];
        foreach (var path in Paths)
        {
            servers.Add(await StartAsync(path, sessions));
            // One after the other: they start on the same cores.
            await Task.Delay(Settling);
        }

        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{sessions} queries in view; milliseconds, with the connection: the first answer ever, then after {string.Join(", ", Silences)} s of silence"
            )
        );
        foreach (
            var line in await Task.WhenAll(
                servers.Select((server, index) => MeasureAsync(server.Path, server.Address, Apart * index))
            )
        )
            output.WriteLine(line);

        foreach (var (_, server, _) in servers)
        {
            server.StandardInput.Close();
            await server.WaitForExitAsync();
            server.Dispose();
        }
    }

    private static async Task<(string Path, Process Server, Uri Address)> StartAsync(string path, int sessions)
    {
        var start = new ProcessStartInfo(
            Environment.ProcessPath ?? throw new InvalidOperationException("no program"),
            ["serve", sessions.ToString(CultureInfo.InvariantCulture)]
        )
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            UseShellExecute = false,
        };
        var server = Process.Start(start) ?? throw new InvalidOperationException("the server does not start");
        var address =
            await server.StandardOutput.ReadLineAsync()
            ?? throw new InvalidOperationException("the page is not served");
        return (path, server, new Uri(address));
    }

    private static async Task<string> MeasureAsync(string path, Uri address, TimeSpan after)
    {
        await Task.Delay(after);
        List<string> figures = [Text(await PlainClient.AskAsync(address, path))];
        foreach (var silence in Silences)
        {
            await Task.Delay(TimeSpan.FromSeconds(silence));
            figures.Add(Text(await PlainClient.AskAsync(address, path)));
        }

        return string.Create(CultureInfo.InvariantCulture, $"    {path, -16} {string.Join("  ", figures)}");
    }

    private static string Text(TimeSpan taken) =>
        string.Create(CultureInfo.InvariantCulture, $"{taken.TotalMilliseconds, 6:0.0}");
}
