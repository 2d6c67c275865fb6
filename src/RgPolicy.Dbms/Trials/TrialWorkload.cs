using System.Collections.Immutable;

namespace RgPolicy.Dbms.Trials;

/// <summary>Statements that are run again and again.</summary>
/// <param name="Statements">In the order of the file; at least one.</param>
/// <param name="Hash">Of all names, weights and texts: another workload has another.</param>
public sealed record TrialWorkload(ImmutableArray<TrialStatement> Statements, string Hash);
