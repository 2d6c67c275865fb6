using RgPolicy.Service.Replaying;
using RgPolicy.Service.Suggesting;

namespace RgPolicy.Cli.Suggest;

/// <summary>A policy, and what it would have done to what it was made from.</summary>
/// <param name="Source">What it was made from.</param>
/// <param name="Suggestion">The policy.</param>
/// <param name="Text">Its text.</param>
/// <param name="Replay">What it would have done; null where nothing was recorded that could be played.</param>
/// <param name="Simulated">What it does in a model; null where the mix is not known.</param>
internal sealed record SuggestReport(
    SuggestSource Source,
    Suggestion Suggestion,
    string Text,
    ReplayOutcome? Replay,
    SimulatedEffect? Simulated
);
