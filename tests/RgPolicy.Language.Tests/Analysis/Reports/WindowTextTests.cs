using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Reports;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Tests.Analysis.Reports;

public sealed class WindowTextTests
{
    private static readonly Policy Three = PolicyTexts.Bind(
        """
        window a = mon..fri 08:00..18:00 'UTC'
        window b = mon..fri 16:00..20:00 'UTC'
        window c = sat 00:00..24:00 'UTC'
        class x -> p when during a or during b or during c
        """
    );

    [Theory]
    [InlineData("a", "", "during a")]
    [InlineData("", "a", "not during a")]
    [InlineData("ab", "", "during a and during b")]
    [InlineData("a", "b", "during a and not during b")]
    [InlineData("c", "ab", "during c")]
    public void Of_MomentsOfAFewWindows_NamesNoMoreThanItNeeds(string open, string closed, string text)
    {
        var axis = WindowCells.Find(Three.Windows);
        var cells = axis
            .Windows.Zip(axis.Open)
            .Where(pair => (open + closed).Contains(pair.First.Name, StringComparison.Ordinal))
            .Select(pair =>
                open.Contains(pair.First.Name, StringComparison.Ordinal)
                    ? pair.Second
                    : CellSet.Range(0, axis.Count).Except(pair.Second)
            )
            .ToList();

        Assert.Equal((text, true), new WindowText(axis).Of(cells.Aggregate((left, right) => left.Intersect(right))));
    }

    [Fact]
    public void Of_MomentsThatAreNoOneTerm_NamesEach()
    {
        var axis = WindowCells.Find(Three.Windows);
        var either = CellSet.Union([axis.Open[1], axis.Open[2]]);

        var (text, isExact) = new WindowText(axis).Of(either);

        Assert.True(isExact);
        Assert.Equal(either.Count - 1, text.Split(" or ").Length - 1);
    }

    [Fact]
    public void Of_WindowsOfOneName_TellsThemApart()
    {
        var other = PolicyTexts.Bind("window a = sun 09:00..24:00 'UTC' class x -> p when during a").Windows[0];
        var axis = WindowCells.Find([.. Three.Windows, other]);

        Assert.Equal("during a (sun 09:00..24:00 \"UTC\")", new WindowText(axis).Of(axis.Open[3]).Text);
    }

    [Fact]
    public void Of_ManyWindows_IsShortAndSaysThatItIsWider()
    {
        var windows = PolicyTexts
            .Bind(
                string.Join(
                    '\n',
                    Enumerable
                        .Range(0, 60)
                        .Select(index =>
                            string.Create(
                                CultureInfo.InvariantCulture,
                                $"window w{index} = mon..sun "
                                    + $"{index % 24:00}:{index:00}..{(index + 1) % 24:00}:{index:00} 'UTC' class "
                                    + $"c{index} -> p when during w{index} and plan.dop > {100 - index}"
                            )
                        )
                )
            )
            .Windows;
        var axis = WindowCells.Find(windows);

        var (text, isExact) = new WindowText(axis).Of(
            CellSet.Union(Enumerable.Range(0, axis.Count / 2).Select(cell => CellSet.Single(2 * cell)))
        );

        Assert.False(isExact);
        Assert.InRange(text.Length, 1, 300);
    }
}
