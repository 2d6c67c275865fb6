using System.Diagnostics;
using RgPolicy.Engine.Observe;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Sampling;

namespace RgPolicy.Sidecar.Tests.Sampling;

/// <summary><c>tools/working-sets/run</c>: what samples find of planted sets, and what they cost.</summary>
internal static class WorkingSetsProgram
{
    private const double Mebibyte = 1024 * 1024;
    private const int SecondsOfPair = 10;

    internal static int Run(string[] words)
    {
        switch (words)
        {
            case ["sets", .. var rest]:
                return FindSets(rest is [var rounds] ? int.Parse(rounds, CultureInfo.InvariantCulture) : 1);
            case ["cost", .. var rest]:
                return Cost(rest is [var pairs] ? int.Parse(pairs, CultureInfo.InvariantCulture) : 10);
            default:
                Console.Error.WriteLine("usage: working-sets sets [ROUNDS] | cost [PAIRS]");
                return 2;
        }
    }

    private static int FindSets(int rounds)
    {
        var (good, all) = (0, 0);
        foreach (var shape in (string[])["uniform", "zipf", "scan"])
        {
            foreach (var planted in (int[])[1, 4, 16, 64, 256])
            {
                for (var round = 0; round < rounds; round++, all++)
                    good += FindSet(planted, shape) ? 1 : 0;
            }
        }

        Say($"{good} of {all} within twice of what was planted");
        return good >= 0.9 * all ? 0 : 1;
    }

    private static bool FindSet(int planted, string shape)
    {
        using var process = TouchingProcess.Start(planted, shape);
        var report = Sample(process, TimeSpan.FromSeconds(10));
        var set = MeasuredSet.Of([.. report.Points.Select(point => (point.Milliseconds, point.Bytes))], 0);
        var found = (set?.WorkingSetBytes ?? 0) / Mebibyte;
        var curve = string.Join(
            ' ',
            report.Points.Select(point => Text($"{point.Milliseconds}:{point.Bytes / Mebibyte:0.0}"))
        );
        Console.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{shape, -8} planted {planted, 3} MiB, found {found, 6:0.0} MiB, streamed {(set?.StreamedPerSecond ?? 0) / Mebibyte, 5:0.0} "
                    + $"MiB/s, looking took {report.CostMicroseconds / 1000.0, 5:0.0} ms; curve (ms:MiB) {curve} {report.Problem}"
            )
        );
        return found >= planted / 2.0 && found <= planted * 2.0;
    }

    // A pair is two stretches of the same process, one of them with a sample that its age would pay for.
    private static int Cost(int pairs)
    {
        var random = new Random(7);
        foreach (var hot in (int[])[64, 1700])
        {
            using var process = TouchingProcess.Start(hot, "uniform");
            var (worked, passed) = (new List<double>(), new List<double>());
            for (var pair = 0; pair < pairs; pair++)
            {
                var first = random.Next(2) == 0;
                var (one, two) = (Stretch(process, first), Stretch(process, !first));
                var (with, without) = first ? (one, two) : (two, one);
                worked.Add(with.PerProcessorSecond / without.PerProcessorSecond);
                passed.Add(with.PerSecond / without.PerSecond);
            }

            Say($"hot {hot} MiB of {hot + 256} MiB, {pairs} pairs of {SecondsOfPair} s, with samples over without:");
            Say($"  work per processor second {Spread(worked)}");
            Say($"  work per second           {Spread(passed)}");
        }

        return 0;
    }

    private static string Spread(List<double> ratios)
    {
        ratios.Sort();
        var median = (ratios[ratios.Count / 2] + ratios[(ratios.Count - 1) / 2]) / 2;
        return Text(
            $"median {median:0.0000}, quartiles {ratios[ratios.Count / 4]:0.0000} and {ratios[3 * ratios.Count / 4]:0.0000}, least {ratios[0]:0.0000}, most {ratios[^1]:0.0000}"
        );
    }

    private static (double PerProcessorSecond, double PerSecond) Stretch(TouchingProcess process, bool isSampled)
    {
        var before = process.NextCount();
        var began = Stopwatch.GetTimestamp();
        var cpu = process.ProcessorTime;
        var sampling = isSampled
            ? Task.Run(() => Sample(process, TimeSpan.FromSeconds(SecondsOfPair * 0.01)))
            : Task.CompletedTask;
        for (var second = 1; second < SecondsOfPair; second++)
            process.NextCount();

        var done = process.NextCount() - before;
        var (used, lasted) = (process.ProcessorTime - cpu, Stopwatch.GetElapsedTime(began));
        sampling.Wait();
        return (done / used.TotalSeconds, done / lasted.TotalSeconds);
    }

    private static SampleReport Sample(TouchingProcess process, TimeSpan budget)
    {
        var opened = SampledProcess.Open(FileRoot.Machine, process.ProcessId, _ => null, out var problem);
        if (opened is null)
            return new SampleReport(process.ProcessId, [], 0, 0, problem);

        using var run = new SampleRun(process.ProcessId, [opened], budget.TotalMicroseconds);
        return run.Run(rest =>
        {
            Thread.Sleep(rest);
            return false;
        });
    }

    private static void Say(FormattableString text) => Console.WriteLine(Text(text));

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
