using RgPolicy.Sidecar.Levers;

namespace RgPolicy.Sidecar.Tests.Levers;

public sealed class GroupNameTests
{
    [Theory]
    [InlineData("rgp_1", true)]
    [InlineData("rgp_63", true)]
    [InlineData("rgp_1_2", true)]
    [InlineData("rgp_99_9", true)]
    [InlineData("rgp_0", false)]
    [InlineData("rgp_01", false)]
    [InlineData("rgp_100", false)]
    [InlineData("rgp_1_1", false)]
    [InlineData("rgp_1_10", false)]
    [InlineData("rgp_", false)]
    [InlineData("rgp__2", false)]
    [InlineData("rgp_1\n", false)]
    [InlineData("xrgp_1", false)]
    [InlineData("RGP_1", false)]
    [InlineData("rgp_١", false)]
    public void IsOurs_OfAName_IsOnlyWhatWeMake(string name, bool expected) =>
        Assert.Equal(expected, GroupName.IsOurs(name));

    [Fact]
    public void Candidates_OfEveryPool_AreOurs() =>
        Assert.All(
            Enumerable.Range(1, 63).SelectMany(GroupName.Candidates),
            name => Assert.True(GroupName.IsOurs(name))
        );

    [Theory]
    [InlineData("rgp_p0", true)]
    [InlineData("rgp_p0_2", true)]
    [InlineData("rgp_p1", true)]
    [InlineData("rgp_p63_9", true)]
    [InlineData("rgp_p00", false)]
    [InlineData("rgp_p", false)]
    [InlineData("rgp_1", false)]
    [InlineData("rgp_p1_1", false)]
    public void IsProvisioned_OfAName_IsOnlyWhatTheProvisionerMakes(string name, bool expected)
    {
        Assert.Equal(expected, GroupName.IsProvisioned(name));
        Assert.False(expected && GroupName.IsOurs(name));
    }
}
