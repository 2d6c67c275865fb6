using RgPolicy.HtapBench.Options;
using RgPolicy.HtapBench.Scenarios.Starts;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>Everything that was measured.</summary>
internal sealed class BenchResult(MachineFacts machine, BenchOptions options)
{
    public MachineFacts Machine { get; } = machine;

    public BenchOptions Options { get; } = options;

    public List<PairOutcome> Pairs { get; } = [];

    public ReactionOutcome? Reaction { get; set; }

    public OverheadOutcome? Overhead { get; set; }

    public StartOutcome? Start { get; set; }

    public SoakOutcome? Soak { get; set; }

    public SessionsOutcome? Sessions { get; set; }
}
