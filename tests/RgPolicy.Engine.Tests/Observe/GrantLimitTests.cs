using RgPolicy.Engine.Observe.Resources;

namespace RgPolicy.Engine.Tests.Observe;

public sealed class GrantLimitTests
{
    [Fact]
    public void Or_TwoGroups_IsTheLargerInBoth()
    {
        var (small, large) = (GrantLimit.Of(10, 1_000), GrantLimit.Of(25, 2_000));

        Assert.Equal(new GrantLimit(25, 500), small.Or(large));
        Assert.Equal(new GrantLimit(25, 500), large.Or(small));
        Assert.Equal(new GrantLimit(25, null), large.Or(GrantLimit.Of(5, null)));
    }

    [Theory]
    [InlineData(50, 50)]
    [InlineData(100, 100)]
    [InlineData(101, 100)]
    public void ShareOf_Grant_IsPercentOfTheLimitAndAtMostAll(long granted, int expected) =>
        Assert.Equal(expected, GrantLimit.Of(10, 1_000).ShareOf(granted));
}
