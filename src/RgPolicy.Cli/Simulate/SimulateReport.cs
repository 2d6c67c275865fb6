using RgPolicy.Simulation.Mixes;

namespace RgPolicy.Cli.Simulate;

/// <summary>What a simulation has to tell.</summary>
internal sealed record SimulateReport(
    TargetProfile Target,
    Mix Mix,
    ImmutableArray<PolicyProgram> Programs,
    int Samples,
    Comparison Comparison
);

/// <summary>What the figures of a simulation are, in the words of text and HTML alike.</summary>
internal static class SimulateNotes
{
    private const double MuchChance = 0.05;

    public static IEnumerable<string> Of(SimulateReport report)
    {
        yield return "gain: how much faster an execution is, from coming to its end; unfinished ones count too";
        yield return "throughput: how much more is done in the same time; it hides slower executions where "
            + "clients pause";
        yield return "chance: how far plays are apart in which queries begin a moment later; a gain or loss of "
            + "less is none";
        if (IsLarge(report))
            yield return "chance is large for some: longer `seconds` in the mix make it less";
        if (report.Samples == 0)
            yield return "interval: none was drawn (--samples 0)";
        else
        {
            yield return Invariant(
                $"interval: the least and the most of {report.Samples + 1} plays, of the mix as it is and of {report.Samples} drawn ones, in which processor"
            );
            yield return Invariant(
                $"time, streams, and bytes and accesses of structures vary, each by itself (log-normal, sigma {report.Mix.Uncertainty * 100:0.##} %)"
            );
        }
    }

    // All policies are held against the same ungoverned plays.
    private static bool IsLarge(SimulateReport report) =>
        report.Comparison.Policies[0].Gains.Any(gain => gain.Chance > MuchChance);
}
