using RgPolicy.Engine.Workloads;
using RgPolicy.Service.Replaying;
using RgPolicy.Service.Suggesting;

namespace RgPolicy.Cli.Suggest;

/// <summary>A policy, and what it would have done to what it was made from.</summary>
/// <param name="Workload">What was seen.</param>
/// <param name="Suggestion">The policy.</param>
/// <param name="Text">Its text.</param>
/// <param name="Replay">What it would have done.</param>
internal sealed record SuggestReport(Workload Workload, Suggestion Suggestion, string Text, ReplayOutcome Replay);
