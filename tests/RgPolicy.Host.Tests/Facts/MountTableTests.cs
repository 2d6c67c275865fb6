using RgPolicy.Host.Facts;

namespace RgPolicy.Host.Tests.Facts;

public sealed class MountTableTests
{
    [Fact]
    public void ParseLine_EscapedBlank_IsReadBack()
    {
        var entry = MountTable.ParseLine(
            @"36 35 98:0 /mnt1 /my\040disk rw,noatime master:1 - ext4 /dev/root rw,errors=continue"
        );

        Assert.Equal(new MountEntry("98:0", "/mnt1", "/my disk", "ext4", "/dev/root", "rw,errors=continue"), entry);
    }

    [Theory]
    [InlineData("")]
    [InlineData("36 35 98:0 / /x rw")]
    [InlineData("1 - 2 - 3")]
    public void ParseLine_Torn_Null(string line) => Assert.Null(MountTable.ParseLine(line));

    [Fact]
    public void Holding_NestedMounts_TheInnermostAndLatestWins()
    {
        using var tree = new FakeTree().WithMounts(
            "1 0 8:1 / / rw - ext4 /dev/sda1 rw",
            "2 1 8:2 / /var rw - ext4 /dev/sda2 rw",
            "3 1 8:3 / /var rw - xfs /dev/sda3 rw"
        );

        var mounts = MountTable.Read(tree.Root);

        Assert.Equal("8:3", MountTable.Holding(mounts, "/var/lib/pg")?.Device);
        Assert.Equal("8:1", MountTable.Holding(mounts, "/variable")?.Device);
    }
}
