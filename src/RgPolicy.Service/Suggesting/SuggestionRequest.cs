using System.Collections.Immutable;
using RgPolicy.Language.Targets;

namespace RgPolicy.Service.Suggesting;

/// <summary>What a policy is suggested for.</summary>
/// <param name="Target">Where it is to hold.</param>
/// <param name="Source">What was looked at, in words, such as <c>monday.rgrec</c>.</param>
/// <param name="Dbms">Whose SQL the statements are, such as <c>postgresql</c>.</param>
/// <param name="Objective">A time to keep, such as <c>oltp p95 &lt; 20 ms</c>; null for none.</param>
public sealed record SuggestionRequest(TargetProfile Target, string Source, string Dbms, string? Objective)
{
    /// <summary>What the source does not tell, a sentence each, for the head of the policy.</summary>
    public ImmutableArray<string> Notes { get; init; } = [];
}
