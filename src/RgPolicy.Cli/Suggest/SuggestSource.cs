using System.Collections.Immutable;
using RgPolicy.Engine.Workloads;
using RgPolicy.Language.Targets;

namespace RgPolicy.Cli.Suggest;

/// <summary>What a policy is suggested from.</summary>
/// <param name="Name">In words, for the head of the policy.</param>
/// <param name="Workload">What ran.</param>
/// <param name="Host">Where it ran.</param>
/// <param name="Dbms">Whose SQL it is.</param>
/// <param name="Recording">The recording's path, which can be played again; null for a server's own statistics.</param>
internal sealed record SuggestSource(string Name, Workload Workload, TargetProfile Host, string Dbms, string? Recording)
{
    /// <summary>What the source does not tell, a sentence each.</summary>
    public ImmutableArray<string> Notes { get; init; } = [];
}
