using RgPolicy.Engine.Comparing;
using RgPolicy.Language.Analysis.Comparing;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Service.Files;

namespace RgPolicy.Service.Policies;

/// <summary>A policy that was read again, beside the one that it may replace.</summary>
/// <param name="Load">What was read.</param>
/// <param name="Differences">What changes in meaning, one line each; empty when nothing was read or
/// nothing changes.</param>
internal sealed record PolicyChange(PolicyLoad Load, RevisionDifference Differences)
{
    // Larger texts are compared in meaning alone.
    private const int MostText = 65_536;
    private const int MostLines = 200;
    private const int MostOfAKind = 20; // The lines stand in the audit trail and in status.

    /// <summary>Reads, checks, compiles and compares: what takes time, beside the loop.</summary>
    /// <exception cref="OperationCanceledException">The token was cancelled first.</exception>
    public static PolicyChange Read(PolicyFile file, PolicyProgram inForce, CancellationToken cancellationToken)
    {
        var load = file.Load(cancellationToken);
        return new PolicyChange(
            load,
            load.Program is { } program ? Compare(inForce, program, cancellationToken) : RevisionDifference.None
        );
    }

    /// <summary>A policy that is not taken over.</summary>
    public static PolicyChange Refused(string reason) => new(new PolicyLoad(null, [], reason), RevisionDifference.None);

    /// <summary>What changes from one program to another.</summary>
    public static RevisionDifference Compare(
        PolicyProgram before,
        PolicyProgram after,
        CancellationToken cancellationToken = default
    )
    {
        if (string.Equals(before.Revision, after.Revision, StringComparison.Ordinal))
            return RevisionDifference.None;

        var difference = ProgramComparison.Compare(before, after, cancellationToken);
        var shown = ShownDifference.Of(difference, MostOfAKind);
        ImmutableArray<string> meaning =
        [
            .. shown.Regions.Select(DifferenceText.Describe),
            .. shown.Changes.Select(DifferenceText.Describe),
            .. DifferenceText.Omissions(shown),
            DifferenceText.Conclude(difference),
        ];
        return new RevisionDifference(meaning, Lines(before.Policy.Text ?? "", after.Policy.Text ?? ""));
    }

    private static ImmutableArray<string> Lines(string before, string after)
    {
        var isSmall = before.Length <= MostText && after.Length <= MostText;
        return isSmall ? [.. UnifiedDiff.LinesOf(before, after, MostLines)] : [];
    }
}

/// <summary>What changes from one policy to another.</summary>
/// <param name="Meaning">In meaning, one line each.</param>
/// <param name="Lines">In the text, in the form of <c>diff -u</c>; empty where the texts are large.</param>
internal sealed record RevisionDifference(ImmutableArray<string> Meaning, ImmutableArray<string> Lines)
{
    /// <summary>Nothing changes, or nothing was compared.</summary>
    public static RevisionDifference None { get; } = new([], []);
}

/// <summary>What reading a policy gave.</summary>
/// <param name="Program">Compiled for the target; null when there was an error: a bad policy changes nothing.</param>
/// <param name="Diagnostics">All findings.</param>
/// <param name="ReadError">Why the file could not be read, or null.</param>
internal sealed record PolicyLoad(PolicyProgram? Program, ImmutableArray<Diagnostic> Diagnostics, string? ReadError)
{
    /// <summary>The first error in one line, or null without one.</summary>
    public string? FirstError =>
        ReadError
        ?? Diagnostics
            .Where(each => each.Severity == DiagnosticSeverity.Error)
            .Select(each =>
                Invariant($"{each.Path}:{each.Range.StartLine}:{each.Range.StartColumn}: {each.Code}: {each.Message}")
            )
            .FirstOrDefault();
}

/// <summary>A revision that was in force and was replaced.</summary>
/// <param name="Replaced">When.</param>
/// <param name="By">Who replaced it.</param>
/// <param name="Revision">The revision.</param>
/// <param name="Difference">What has changed with the one that followed.</param>
internal sealed record PastRevision(DateTimeOffset Replaced, string By, string Revision, RevisionDifference Difference);

/// <summary>A changed policy without errors that waits to be approved.</summary>
internal sealed record WaitingRevision(DateTimeOffset Since, PolicyProgram Program, RevisionDifference Difference);

/// <summary>What became of an order to reload.</summary>
/// <param name="Kind">Which of them.</param>
/// <param name="Revision">The revision in force now.</param>
/// <param name="Before">The revision that was in force before.</param>
/// <param name="Error">Why nothing was replaced, or null.</param>
/// <param name="Differences">What has changed in meaning, one line each.</param>
internal sealed record ReloadOutcome(
    ReloadOutcomeKind Kind,
    string Revision,
    string Before,
    string? Error,
    ImmutableArray<string> Differences
);

/// <summary>What can become of an order to reload.</summary>
internal enum ReloadOutcomeKind
{
    /// <summary>Another revision is in force.</summary>
    Replaced,

    /// <summary>The policy is the one that was in force.</summary>
    Unchanged,

    /// <summary>There was an error; what was in force stays.</summary>
    Rejected,
}
