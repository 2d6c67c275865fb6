using System.Collections.Immutable;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Dbms.SqlServer.Compile;

/// <summary>What a policy comes to in Resource Governor's configuration.</summary>
/// <param name="Spec">What is asked for.</param>
/// <param name="NotEnforced">What the configuration leaves out.</param>
/// <param name="Warnings">What the DBA should know, as sentences.</param>
internal sealed record GovernorCompilation(
    GovernorSpec Spec,
    ImmutableArray<UnenforcedSetting> NotEnforced,
    ImmutableArray<string> Warnings
)
{
    /// <summary>True where the server cannot carry it out at all: what is there stays as it is.</summary>
    public bool IsImpossible { get; init; }

    /// <summary>Why the policy is refused for this server, with what fixes it; null where it is not.</summary>
    public string? Refusal { get; init; }
}
