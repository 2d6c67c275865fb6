using RgPolicy.HtapBench.Options;
using RgPolicy.HtapBench.Scenarios.Starts;

namespace RgPolicy.HtapBench.Report;

/// <summary>Writes what the scenario <c>start</c> found.</summary>
internal static class StartReport
{
    private const double MostSeconds = 1.0;
    private const double MostCpu = 0.5;
    private const int MostLines = 25;

    /// <summary>Writes it.</summary>
    public static void Write(TextReport report, StartOutcome outcome)
    {
        report.Begin(ScenarioNames.Start, "from exec to the first move, beside 8 busy backends");
        report.Line($"   OLTP ungoverned: p99 {Milliseconds(outcome.Ungoverned.P99)} of {outcome.Ungoverned.Count}");
        foreach (var kind in outcome.During.Keys)
            Write(report, outcome, kind);
        foreach (var kind in new[] { StartKind.Run, StartKind.Service })
            Trace(report, outcome, kind);
    }

    private static void Write(TextReport report, StartOutcome outcome, StartKind kind)
    {
        var samples = outcome.Of(kind);
        var (longest, most) = (samples.Max(s => s.Seconds), samples.Max(s => s.ServiceCpu + s.SidecarCpu));
        var failed = samples.Count(s => double.IsNaN(s.Seconds));
        report.Line(
            $"   {kind, -15} {Figure.Of(outcome.Median(kind, s => s.Seconds))} s (longest {Figure.Of(longest)}), "
                + $"service {Figure.Of(outcome.Median(kind, s => s.ServiceCpu))} s and sidecar "
                + $"{Figure.Of(outcome.Median(kind, s => s.SidecarCpu))} s of CPU (most {Figure.Of(most)}): "
                + $"{Word(failed == 0 && longest <= MostSeconds && most <= MostCpu)}; OLTP p99 of 3 s "
                + $"{Milliseconds(outcome.During[kind].P99)}, "
                + $"ratio {Figure.Of(outcome.During[kind].P99 / outcome.Ungoverned.P99)}{(failed == 0 ? "" : $"; {failed} DID NOT MOVE")}"
        );
    }

    private static void Trace(TextReport report, StartOutcome outcome, StartKind kind)
    {
        if (outcome.Of(kind).MaxBy(s => s.Seconds) is not { } slowest)
            return;
        report.Line($"   what the slowest {kind} said:");
        foreach (
            var line in slowest.Trace.Where(line => !line.Contains(" WRN ", StringComparison.Ordinal)).Take(MostLines)
        )
            report.Line("      " + line);
    }

    private static string Milliseconds(double seconds) => Figure.Of(seconds * 1000) + " ms";

    private static string Word(bool met) => met ? "reached" : "MISSED";
}
