using System.Diagnostics;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;

namespace RgPolicy.Bench.Language;

/// <summary>
/// How long <c>rgp lint</c> takes on very long statements: warm in this process, and as a process of
/// its own from exec to exit with its memory and its number of messages.
/// </summary>
/// <param name="output">Where the rows go.</param>
/// <param name="program">The path of rgp, or null for the runs in this process alone.</param>
internal sealed class Sizes(TextWriter output, string? program)
{
    private const int Runs = 9;

    public void Run()
    {
        output.WriteLine(
            "policy                       warm ms: best median worst   process ms: best median worst      MB  messages"
        );
        foreach (var (name, text) in LongTexts.All())
        {
            var (warm, found) = Warm(text);
            var own = program is null ? "" : Own(text, program);
            output.WriteLine(
                string.Create(CultureInfo.InvariantCulture, $"{name, -28} {Figures(warm), 28}   {own, 33}  {found}")
            );
        }
    }

    private static (List<double> Times, int Found) Warm(string text)
    {
        var found = 0;
        var times = Timed(() => found = PolicyReader.Check(text, "long.rgp", TargetProfile.Generic).Diagnostics.Length);
        return (times, found);
    }

    private static string Own(string text, string program)
    {
        var file = Path.ChangeExtension(Path.GetTempFileName(), ".rgp");
        try
        {
            File.WriteAllText(file, text, new UTF8Encoding(false));
            var most = 0L;
            var times = Timed(() => most = Math.Max(most, PeakOfLint(program, file)));
            return string.Create(CultureInfo.InvariantCulture, $"{Figures(times)} {most / 1_000_000.0, 7:0}");
        }
        finally
        {
            File.Delete(file);
        }
    }

    /// <summary>The most memory that a lint held, in bytes, looked at while it runs.</summary>
    private static long PeakOfLint(string program, string file)
    {
        var start = new ProcessStartInfo(program, ["lint", file])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var lint = Process.Start(start) ?? throw new InvalidOperationException($"{program} does not start");
        lint.BeginOutputReadLine();
        lint.BeginErrorReadLine();
        var most = 0L;
        while (!lint.WaitForExit(TimeSpan.FromMilliseconds(2)))
            most = Math.Max(most, Held(lint));

        return most;
    }

    private static long Held(Process process)
    {
        try
        {
            process.Refresh();
            return process.PeakWorkingSet64;
        }
        catch (InvalidOperationException)
        {
            return 0; // It has just ended.
        }
    }

    private static List<double> Timed(Action work)
    {
        var times = new List<double>();
        for (var run = 0; run <= Runs; run++)
        {
            var watch = Stopwatch.StartNew();
            work();
            times.Add(watch.Elapsed.TotalMilliseconds);
        }

        times.RemoveAt(0); // The first one compiles or reads from disk.
        times.Sort();
        return times;
    }

    private static string Figures(List<double> times) =>
        string.Create(CultureInfo.InvariantCulture, $"{times[0], 7:0} {times[times.Count / 2], 7:0} {times[^1], 7:0}");
}
