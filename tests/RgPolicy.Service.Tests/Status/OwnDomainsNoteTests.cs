using RgPolicy.Service.Status;
using RgPolicy.Service.Status.Mapping;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Status;

public sealed class OwnDomainsNoteTests
{
    private const string Dynamic = LoopScene.PolicyText + "\ncache strategy dynamic";

    [Fact]
    public void Of_WhileNothingIsSplit_SaysWhyOnTheLineOfTheStrategy()
    {
        var note = OwnDomainsNote.Of(Of(Dynamic, hasOwnDomains: true));

        Assert.Equal(Dynamic.Split('\n').Length, note?.Line);
        Assert.Equal("at present what runs has L3 domains nearly to itself: the masks are as written", note?.Reason);
    }

    [Fact]
    public void Of_WhileItIsSplitOrWithoutAStrategy_IsNone()
    {
        Assert.Null(OwnDomainsNote.Of(Of(Dynamic, hasOwnDomains: false)));
        Assert.Null(OwnDomainsNote.Of(Of(LoopScene.PolicyText, hasOwnDomains: true)));
    }

    private static PolicyState Of(string policy, bool hasOwnDomains) =>
        new(LoopScene.Compile(policy), null, [], default, [], []) { HasOwnDomains = hasOwnDomains };
}
