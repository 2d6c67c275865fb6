using System.Globalization;

namespace RgPolicy.Cli.Simulate;

/// <summary>What the figures of a simulation are, in the words of text and HTML alike.</summary>
internal static class SimulateNotes
{
    /// <summary>Line by line.</summary>
    public static IEnumerable<string> Of(SimulateReport report)
    {
        yield return "gain: how much faster an execution is, from coming to its end; unfinished ones count too";
        yield return "throughput: how much more is done in the same time; it hides slower executions where clients pause";
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

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
