using System.Globalization;
using RgPolicy.Simulation.Outcomes;

namespace RgPolicy.Cli.Simulate;

/// <summary>What the figures of a simulation are, in the words of text and HTML alike.</summary>
internal static class SimulateNotes
{
    /// <summary>Line by line.</summary>
    public static IEnumerable<string> Of(SimulateReport report)
    {
        yield return "gain: how much faster an execution is, from coming to its end; unfinished ones count too";
        yield return "throughput: how much more is done in the same time; it hides slower executions where clients pause";
        foreach (var note in NoiseOf(report))
            yield return note;
        if (report.Samples == 0)
            yield return "interval: none was drawn (--samples 0)";
        else
        {
            yield return Text(
                $"interval: the least and the most of {report.Samples + 1} plays, of the mix as it is and of {report.Samples} drawn ones, in which processor"
            );
            yield return Text(
                $"time, streams, and bytes and accesses of structures vary, each by itself (log-normal, sigma {report.Mix.Uncertainty * 100:0.##} %)"
            );
        }
    }

    // All policies are held against the same two ungoverned plays.
    private static IEnumerable<string> NoiseOf(SimulateReport report)
    {
        var noisy = report
            .Comparison.Policies[0]
            .Gains.Where(gain => gain.Noise > PolicyOutcome.Noticeable)
            .OrderByDescending(gain => gain.Noise)
            .ToList();
        if (noisy.Count > 0)
            yield return Text(
                $"chance: two ungoverned plays whose polls fall otherwise differ by up to {noisy[0].Noise * 100:0.#} % ({noisy[0].Name}), and of {noisy.Count} queries by more than 1 %: a gain or loss below that is none"
            );
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
