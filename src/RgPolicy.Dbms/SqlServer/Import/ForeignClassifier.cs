using System.Collections.Immutable;

namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>What could be read of a classifier that RgPolicy did not write.</summary>
/// <param name="Answers">Workload groups with the sessions that get them: the first whose condition holds wins, and the
/// last one always holds. Empty where nothing could be read.</param>
/// <param name="Left">What no policy can say.</param>
/// <param name="Remarks">What a policy asks otherwise.</param>
internal sealed record ForeignClassifier(
    ImmutableArray<ForeignAnswer> Answers,
    ImmutableArray<ForeignLeft> Left,
    ImmutableArray<ForeignLeft> Remarks
);

/// <summary>A part of a classifier that no policy can say, or not as it is.</summary>
/// <param name="Before">The answer before which it stands, counted from 0.</param>
/// <param name="Text">What it is, in words for people.</param>
internal readonly record struct ForeignLeft(int Before, string Text);
