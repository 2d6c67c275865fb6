using System.Collections.Immutable;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Service.Characterising.Narrowing;

/// <summary>Statements that a policy cannot tell apart: they share a fingerprint.</summary>
/// <param name="Statements">At least one, in the order of the workload.</param>
/// <param name="Fingerprints">Of all of them.</param>
internal sealed record SameStatements(ImmutableArray<TrialStatement> Statements, ImmutableArray<string> Fingerprints)
{
    /// <summary>All statements that have a fingerprint.</summary>
    public static ImmutableArray<SameStatements> Of(
        ImmutableArray<TrialStatement> statements,
        ImmutableDictionary<string, ImmutableArray<string>> fingerprints
    ) =>
        statements.Aggregate(
            ImmutableArray<SameStatements>.Empty,
            (groups, statement) =>
                fingerprints.GetValueOrDefault(statement.Name, []) is { IsEmpty: false } found
                    ? With(groups, new SameStatements([statement], found))
                    : groups
        );

    // One id may have several texts, and one text several ids: a list of literals counts as one in the text only.
    private static ImmutableArray<SameStatements> With(ImmutableArray<SameStatements> groups, SameStatements added)
    {
        var same = groups
            .Where(group => group.Fingerprints.Intersect(added.Fingerprints, StringComparer.Ordinal).Any())
            .Append(added)
            .ToArray();
        if (same.Length == 1)
            return groups.Add(added);
        var united = new SameStatements(
            [.. same.SelectMany(group => group.Statements)],
            [.. same.SelectMany(group => group.Fingerprints).Distinct(StringComparer.Ordinal)]
        );
        return groups.RemoveRange(same[1..^1]).Replace(same[0], united);
    }
}
