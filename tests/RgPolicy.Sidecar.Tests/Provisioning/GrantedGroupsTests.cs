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

    /// <summary>A service manager removes a server's groups when it restarts it; those that are made then have the same
    /// names.</summary>
    [Fact]
    public void Mark_SameGroupsHandedOverAgain_IsAnother()
    {
        var groups = GrantedGroups.None with { Written = new DateTime(2026, 11, 29, 6, 43, 23, DateTimeKind.Utc) };
        var again = groups with { Written = groups.Written.AddMilliseconds(5) };

        Assert.NotEqual(groups.Mark, again.Mark, StringComparer.Ordinal);
        Assert.Equal(groups.Format(), again.Format());
        Assert.Equal(groups.Mark, (groups with { }).Mark);
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
