using System.Globalization;
using RgPolicy.Plans.SqlServer;

namespace RgPolicy.Plans.Tests.SqlServer;

public class ShowplanNamesTests
{
    [Fact]
    public void Names_OfTheSameLetters_AreTheSameString()
    {
        var names = new ShowplanNames();
        var letters = "xRelOpx".ToCharArray();

        Assert.Same(names.Add(letters, 1, 5), names.Add("RelOp"));
        Assert.Same(names.Add("RelOp"), names.Get(letters, 1, 5));
        Assert.Null(names.Get("Relop"));
        Assert.Equal("", names.Add(letters, 3, 0));
    }

    [Fact]
    public void Names_ThatCrowdAtOnePlace_StayTheSameStrings()
    {
        var names = new ShowplanNames();
        var crowd = Enumerable
            .Range(0, 20_000)
            .Select(number => $"Same{number.ToString("D9", CultureInfo.InvariantCulture)}Ends")
            .ToList();

        var first = crowd.ConvertAll(names.Add);

        Assert.Equal(crowd, first);
        Assert.All(
            crowd.Zip(first),
            pair => Assert.Same(pair.Second, names.Add(pair.First.ToCharArray(), 0, pair.First.Length))
        );
        Assert.Null(names.Get("Same999999999Ends"));
    }
}
