using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>The target and the queries for which policies are compared.</summary>
/// <param name="IsCarriedOut">True for a rule's action that the target carries out; a step with another one leaves the
/// step below it in force.</param>
/// <param name="IsShown">True for a sample that does show what is looked for; where it does not, the
/// search goes on.</param>
/// <param name="Host">The target whose host it is about; null for every host.</param>
/// <param name="CancellationToken">Ends the search when the caller has given up.</param>
public sealed record ComparisonScope(
    Func<RuleAction, bool> IsCarriedOut,
    Func<Sample, bool> IsShown,
    TargetProfile? Host,
    CancellationToken CancellationToken
);
