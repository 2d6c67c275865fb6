using System.Diagnostics;
using RgPolicy.Host.Client;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.SidecarBench;

/// <summary>What the sidecar weighs and how fast it is there.</summary>
internal static class BinaryFigures
{
    private const int Starts = 20;
    private const double MostMegabytes = 6;
    private const double MostResident = 14;
    private const double MostMilliseconds = 30;
    private const int Terminate = 15;

    /// <summary>Prints the three figures; 0 when all are within their limits, else 1.</summary>
    public static async Task<int> RunAsync(string binary, TextWriter output)
    {
        var times = new List<double>();
        var resident = 0L;
        using var server = Process.Start("sleep", "1000");
        try
        {
            for (var i = 0; i <= Starts; i++)
            {
                var (milliseconds, kibibytes) = await StartOnceAsync(binary, server.Id).ConfigureAwait(false);
                resident = Math.Max(resident, kibibytes);
                times.Add(milliseconds);
            }
        }
        finally
        {
            server.Kill();
        }

        // The first start pays for this program's own compiling and for the page cache.
        var sorted = times.Skip(1).Order().ToArray();
        var (size, most, median) = (new FileInfo(binary).Length / 1e6, resident / 1024.0, sorted[sorted.Length / 2]);
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"binary: {size:F1} MB (limit {MostMegabytes})"));
        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"resident, the larger of guard and mover: {most:F1} MiB (limit {MostResident})"
            )
        );
        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"start to first answer: least {sorted[0]:F1} ms, median {median:F1} ms, most {sorted[^1]:F1} ms "
                    + $"(limit of the median {MostMilliseconds})"
            )
        );
        return size <= MostMegabytes && most < MostResident && median < MostMilliseconds ? 0 : 1;
    }

    private static async Task<(double Milliseconds, long Kibibytes)> StartOnceAsync(string binary, int server)
    {
        var directory = Directory.CreateTempSubdirectory("rgp-figures-").FullName;
        var socket = Path.Join(directory, "s.sock");
        var started = Stopwatch.GetTimestamp();
        string[] words =
        [
            "guard",
            "--socket",
            socket,
            "--state-dir",
            directory,
            "--postmaster",
            server.ToString(CultureInfo.InvariantCulture),
        ];
        using var guard =
            Process.Start(new ProcessStartInfo(binary, words) { RedirectStandardError = true, UseShellExecute = false })
            ?? throw new InvalidOperationException(binary + " cannot be started");
        var state = await AskAsync(socket).ConfigureAwait(false);
        var milliseconds = Stopwatch.GetElapsedTime(started).TotalMilliseconds;
        await Task.Delay(200).ConfigureAwait(false);
        var kibibytes = Math.Max(Resident(state.GuardProcessId), Resident(state.MoverProcessId));
        _ = Libc.Kill(guard.Id, Terminate);
        await guard.WaitForExitAsync().ConfigureAwait(false);
        Directory.Delete(directory, recursive: true);
        return (milliseconds, kibibytes);
    }

    private static async Task<SidecarState> AskAsync(string socket)
    {
        var started = Stopwatch.GetTimestamp();
        while (true)
        {
            try
            {
                var client = await SidecarClient
                    .ConnectAsync(socket, TimeSpan.FromSeconds(5), CancellationToken.None)
                    .ConfigureAwait(false);
                await using (client.ConfigureAwait(false))
                {
                    return await client.GetStateAsync(CancellationToken.None).ConfigureAwait(false);
                }
            }
            catch (SidecarException) when (Stopwatch.GetElapsedTime(started) < TimeSpan.FromSeconds(10))
            {
                Thread.Sleep(1);
            }
        }
    }

    private static long Resident(int process)
    {
        var line = FileRoot
            .Machine.ReadLines(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/status"))
            .First(l => l.StartsWith("VmRSS:", StringComparison.Ordinal));
        return long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture);
    }
}
