using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;

namespace RgPolicy.Language.Checking.Logic;

/// <summary>Whether some boxes cover others; what was not decided counts as not covered.</summary>
internal sealed class Covering(AnalysisSpace space, WorkBudget budget)
{
    private readonly CoverSearch _search = new(space.Dimensions.Count, budget);

    public bool IsCovered(ImmutableArray<Box> inner, ImmutableArray<Box> outer) =>
        inner.All(box => IsCovered(box, outer));

    private bool IsCovered(Box box, ImmutableArray<Box> outer)
    {
        budget.Begin();
        return !budget.IsGone
            && _search
                .Run(
                    box,
                    outer.Select((cover, index) => new OwnedBox(index, cover)),
                    dimension => space.Dimensions[dimension].All
                )
                .IsCovered;
    }
}
