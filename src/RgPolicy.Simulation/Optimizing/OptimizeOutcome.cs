using RgPolicy.Simulation.Outcomes;

namespace RgPolicy.Simulation.Optimizing;

/// <summary>What a search has found.</summary>
/// <param name="Text">The policy.</param>
/// <param name="Goal">Its gain by the goal, as a part.</param>
/// <param name="Before">The gain of the policy that the search began with.</param>
/// <param name="Bound">
/// What no policy exceeds: every query as fast as it is alone on the whole machine. Rarely can all be had at once.
/// </param>
/// <param name="IsAllowed">No query loses more than it may.</param>
/// <param name="Plays">Policies that were simulated.</param>
/// <param name="IsDone">No single change is better; else the number of plays ended the search.</param>
/// <param name="Policy">The mix under it.</param>
public sealed record OptimizeOutcome(
    string Text,
    double Goal,
    double Before,
    double Bound,
    bool IsAllowed,
    int Plays,
    bool IsDone,
    PolicyOutcome Policy
);
