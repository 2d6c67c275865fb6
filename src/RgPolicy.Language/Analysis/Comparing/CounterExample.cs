using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>The answer to whether some query for which a condition is true gets a pool.</summary>
/// <param name="Class">The class of such a query; null when there is none.</param>
/// <param name="Why">How it gets there; empty when it does not.</param>
/// <param name="Sample">Such a query; null when there is none.</param>
/// <param name="Undecided">The parts of the policy of which it was not decided.</param>
public sealed record CounterExample(QueryClass? Class, string Why, Sample? Sample, ImmutableArray<string> Undecided);
