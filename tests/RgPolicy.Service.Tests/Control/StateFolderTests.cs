using RgPolicy.Service.Control;

namespace RgPolicy.Service.Tests.Control;

public sealed class StateFolderTests
{
    [Theory]
    [InlineData(true, "/state", "/home/me", "/var/lib/x")]
    [InlineData(false, "/state", "/home/me", "/state/x")]
    [InlineData(false, "", "/home/me", "/home/me/.local/state/x")]
    [InlineData(false, null, "", null)]
    public void Of_AProgram_IsWhereTheUserKeepsState(bool isRoot, string? state, string? home, string? expected) =>
        Assert.Equal(expected, StateFolder.Of("x", isRoot, name => name == "XDG_STATE_HOME" ? state : home));
}
