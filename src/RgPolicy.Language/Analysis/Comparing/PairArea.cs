using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Regions;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Queries of a pair of classes whose class is final, or still waits for a signal: rules do
/// less for those that wait.</summary>
/// <param name="IsFinal">Their class is final.</param>
/// <param name="Inside">Boxes that hold all of them.</param>
/// <param name="Outside">Boxes that hold none of them.</param>
internal sealed record PairArea(bool IsFinal, ImmutableArray<Box> Inside, ImmutableArray<Box> Outside);
