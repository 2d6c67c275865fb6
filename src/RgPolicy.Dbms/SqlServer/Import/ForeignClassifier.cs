using System.Collections.Immutable;

namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>What could be read of a classifier that RgPolicy did not write.</summary>
/// <param name="Answers">Workload groups with who gets them, the first that holds wins; the last holds always. Empty
/// where nothing could be read.</param>
/// <param name="Left">What no policy can say, in words for people.</param>
internal sealed record ForeignClassifier(ImmutableArray<ForeignAnswer> Answers, ImmutableArray<string> Left);
