using RgPolicy.Language.Analysis.Classes;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Conditions;
using RgPolicy.Testing.Policies.Text;
using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Analysis.Classes;

/// <summary>The index against a look at every box.</summary>
public sealed class BoxIndexTests
{
    [Theory]
    [InlineData(1, 5)]
    [InlineData(2, 20)]
    [InlineData(3, 200)]
    public void Near_DrawnPolicy_FindsWhatALookAtEveryBoxFinds(int seed, int names)
    {
        var classes = Classes(new LargePolicyGenerator(seed, names).Next(300));
        var index = new BoxIndex(classes, new WorkBudget(long.MaxValue));
        foreach (var (owner, target) in classes.All)
        {
            var start = classes.StartOf(owner);
            foreach (var (from, to) in new[] { (0, start), (start / 2, classes.All.Length) })
            {
                foreach (var cells in new[] { index.Any, index.Known })
                {
                    Assert.Equal(
                        Look(classes, target, cells.Before(to), from, to),
                        index.Near(target, cells.Before(to), from, to)
                    );
                }
            }
        }
    }

    [Theory]
    [InlineData(4, 5)]
    [InlineData(5, 50)]
    public void Before_DrawnPolicy_CountsACellAloneOnlyWhileNoBoxThatAsksHoldsIt(int seed, int names)
    {
        var classes = Classes(new LargePolicyGenerator(seed, names).Next(200));
        var index = new BoxIndex(classes, new WorkBudget(long.MaxValue));
        for (var to = 0; to < classes.All.Length; to += 7)
        {
            foreach (var dimension in classes.Space.Dimensions)
            {
                var cells = index.Any.Before(to).Cells(dimension.Index);
                var isHeld = classes
                    .All[..to]
                    .Any(owned => owned.Box.On(dimension.Index)?.Contains(cells.First) == true);

                Assert.True(cells.Equals(dimension.All) || (cells.Count == 1 && !isHeld));
            }
        }
    }

    private static List<OwnedBox> Look(ClassBoxes classes, Box target, Outside outside, int from, int to) =>
        classes
            .All.Where(
                (owned, place) =>
                    place >= from
                    && place < to
                    && owned.Box.Intersects(target)
                    && owned
                        .Box.Dimensions.Zip(owned.Box.Sets)
                        .All(pair =>
                            target.On(pair.First) is not null || outside.Cells(pair.First).Intersects(pair.Second)
                        )
            )
            .ToList();

    private static ClassBoxes Classes(string text)
    {
        var policy = BindUnchecked(text);
        return new ClassBoxes(
            policy,
            new AnalysisSpace(policy.Classes.Select(query => query.Condition).OfType<Condition>())
        );
    }
}
