using RgPolicy.Engine.Signals;

namespace RgPolicy.Engine.Tests.Signals;

public sealed class InternTableTests
{
    private const int Generation = 32_768;

    [Theory]
    [InlineData(1, true)]
    [InlineData(512, true)]
    [InlineData(513, false)]
    public void Get_SameText_IsTheSameUnlessItIsLong(int length, bool isSame)
    {
        var table = new InternTable();
        var text = new string('x', length);

        Assert.Equal(isSame, ReferenceEquals(table.Get(text), table.Get(new string('x', length))));
        Assert.Equal(table.Get(text), table.Get(text));
    }

    [Fact]
    public void Get_TextsThatComeAgain_StayAndOthersAreForgottenAfterTwoGenerations()
    {
        var table = new InternTable();
        var (often, once) = (table.Get("often"), table.Get("once"));
        for (var number = 0; number < 3 * Generation; number++)
        {
            table.Get($"t{number}");
            if (number % 1_000 == 0)
                Assert.Same(often, table.Get("often"));
        }

        Assert.NotSame(once, table.Get("once"));
    }

    [Fact]
    public void Equals_AnyTexts_GoesByTheText()
    {
        Assert.True(new InternedText("a").Equals(new InternedText("a")));
        Assert.False(new InternedText("a").Equals(new InternedText("b")));
        Assert.False(new InternedText("a").Equals(null));
        Assert.False(new InternedText("a").Equals((object)"a"));
        Assert.Equal(new InternedText("a").GetHashCode(), new InternedText("a").GetHashCode());
    }
}
