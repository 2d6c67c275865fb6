using RgPolicy.Service.Status;

namespace RgPolicy.Service.Tests.Status;

public sealed class StatusPipeTests
{
    [Fact]
    public void AddressOf_ATarget_NamesItsPipe()
    {
        Assert.Equal(@"\\.\pipe\rgpolicy-sales", StatusPipe.AddressOf("sales"));
        Assert.Equal("rgpolicy-sales", StatusPipe.NameOf(StatusPipe.AddressOf("sales")));
    }

    [Theory]
    [InlineData(@"\\.\PIPE\x", "x")]
    [InlineData(@"\\.\pipe\", null)]
    [InlineData(@"C:\x.sock", null)]
    [InlineData("/run/rgpolicy/service.sock", null)]
    [InlineData("", null)]
    [InlineData(@"\\elsewhere\pipe\rgpolicy-sales", null)]
    public void NameOf_OnlyAPipeOfThisMachine_IsOne(string address, string? expected) =>
        Assert.Equal(expected, StatusPipe.NameOf(address));

    [Fact]
    public void TargetsOf_PipesOfOthersAndOfRuns_AreNone() =>
        Assert.Equal(
            ["a", "b-2"],
            StatusPipe.TargetsOf([
                "rgpolicy-b-2",
                "lsass",
                "rgpolicy-a",
                "rgpolicy-a",
                "rgpolicy-",
                "rgpolicy-\u001b[31m",
                "rgpolicy-A B",
                "rgpolicy-" + new string('a', 41),
                StatusPipe.NameOf(StatusPipe.AddressOfRun("me"))!,
            ])
        );

    [Fact]
    public void Of_APathHere_IsASocket() =>
        Assert.IsType<RgPolicy.Service.Status.Transport.SocketTransport>(
            RgPolicy.Service.Status.Transport.StatusTransport.Of("/nowhere/s.sock")
        );
}
