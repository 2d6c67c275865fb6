using System.Collections.Immutable;

namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>What could be read of a classifier that RgPolicy did not write.</summary>
/// <param name="Answers">Workload groups with the sessions that get them: the first whose condition holds wins, and the
/// last one always holds. Empty where nothing could be read.</param>
/// <param name="Left">What no policy can say, in words for people.</param>
internal sealed record ForeignClassifier(ImmutableArray<ForeignAnswer> Answers, ImmutableArray<string> Left);
