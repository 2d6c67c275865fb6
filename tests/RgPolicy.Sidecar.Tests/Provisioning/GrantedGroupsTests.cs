using RgPolicy.Sidecar.Levers;

namespace RgPolicy.Sidecar.Tests.Provisioning;

public sealed class GrantedGroupsTests
{
    [Fact]
    public void Parse_OfWhatFormatWrote_IsTheSame()
    {
        var granted = new GrantedGroups(
            110,
            GrantedGroups.None.Caches.Add(0, "/sys/fs/resctrl/rgp_p0").Add(12, "/sys/fs/resctrl/rgp_p12"),
            GrantedGroups.None.Cpus.Add(1, "/sys/fs/cgroup/a name/rgp_p1")
        )
        {
            Problems = ["cpu: process 812 (cron) is in it", "two\nlines"],
        };

        var read = GrantedGroups.Parse(granted.Format());

        Assert.Equal(granted.Format(), read?.Format());
        Assert.Equal("/sys/fs/cgroup/a name/rgp_p1", read?.Cpus[1]);
        Assert.Equal("cpu: process 812 (cron) is in it|two; lines", string.Join('|', read?.Problems ?? []));
    }

    [Theory]
    [InlineData("")]
    [InlineData("rgpolicy-grants 2\nuser 1\n")]
    [InlineData("rgpolicy-grants 1\n")]
    [InlineData("rgpolicy-grants 1\nuser root\n")]
    [InlineData("rgpolicy-grants 1\nuser 1\ncache 1 relative\n")]
    [InlineData("rgpolicy-grants 1\nuser 1\ncache -1 /x\n")]
    [InlineData("rgpolicy-grants 1\nuser 1\nfile 1 /x\n")]
    [InlineData("rgpolicy-grants 1\nuser 1\ncache 1 /x\ncac")]
    public void Parse_OfAnythingElse_IsNothing(string text) => Assert.Null(GrantedGroups.Parse(text));
}
