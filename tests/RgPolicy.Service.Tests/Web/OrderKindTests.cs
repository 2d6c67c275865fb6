using System.Text.RegularExpressions;
using RgPolicy.Plans;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Web;

/// <summary>Each order of the console does what it says.</summary>
public sealed partial class OrderKindTests
{
    private static readonly string Narrower = LoopScene.PolicyText.Replace(
        "cpu weight 100 ",
        "cpu weight 50 ",
        StringComparison.Ordinal
    );

    [Fact]
    public async Task Post_ApproveAndReloadPrevious_PutARevisionInForceAndTheOneBeforeBack()
    {
        await using var loop = await OrderedLoop.StartAsync();
        await File.WriteAllTextAsync(loop.Policy, Narrower);
        var waiting = Waiting().Match(await loop.UntilAsync("/policy", "data-waiting=\"")).Groups["revision"].Value;

        Assert.Contains("\"replaced\"", await loop.OrderAsync("approve/" + waiting), StringComparison.Ordinal);
        var changed = "<code>pool polluters { cpu weight 50 }</code>";
        Assert.Contains(changed, await loop.UntilAsync("/policy", changed), StringComparison.Ordinal);
        Assert.Contains("\"replaced\"", await loop.OrderAsync("reload_previous"), StringComparison.Ordinal);
        var before = changed.Replace("50", "100", StringComparison.Ordinal);
        Assert.Contains(before, await loop.UntilAsync("/policy", before), StringComparison.Ordinal);
        var audit = await loop.UntilAsync("/audit", "console at 127.0.0.1");
        Assert.Contains("console at 127.0.0.1", audit, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Post_Reload_ReadsThePolicyAgain()
    {
        await using var loop = await OrderedLoop.StartAsync();
        await File.WriteAllTextAsync(loop.Policy, "language 1\nclass");

        Assert.Contains("rejected", await loop.OrderAsync("reload"), StringComparison.Ordinal);
        await File.WriteAllTextAsync(loop.Policy, Narrower);
        Assert.Contains("\"replaced\"", await loop.OrderAsync("reload"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("")]
    [InlineData("main")]
    public async Task Post_PauseAndResume_OfOneTargetOrOfSeveral_LetGoAndGoOn(string target)
    {
        await using var loop = await OrderedLoop.StartAsync(target);
        loop.Scene.Observer.Queries = [loop.Scene.Query(10, 1, PlanShape.Scan)];
        await loop.UntilAsync("/", ">polluters<");
        Assert.Equal([10], loop.Scene.Sidecar.Placed.Keys);

        Assert.Contains("\"paused\":true", await loop.OrderAsync("pause"), StringComparison.Ordinal);
        Assert.True(File.Exists(loop.PauseFile));
        Assert.Empty(loop.Scene.Sidecar.Placed);
        Assert.Contains("\"paused\":false", await loop.OrderAsync("resume"), StringComparison.Ordinal);
        Assert.False(File.Exists(loop.PauseFile));
        await loop.UntilAsync("/", ">polluters<");
        Assert.Equal([10], loop.Scene.Sidecar.Placed.Keys);
    }

    [Fact]
    public async Task Get_PagesOfOneOfSeveralTargets_AreThatTargets()
    {
        await using var loop = await OrderedLoop.StartAsync("main");
        loop.Scene.Observer.Queries = [loop.Scene.Query(10, 1, PlanShape.Scan)];
        const string Link = "href=\"/targets/main/why/";
        var now = await loop.UntilAsync("/", Link);
        var query = now.Split(Link)[1].Split('"')[0];

        foreach (
            var page in new[]
            {
                "/effect",
                "/effect/hour",
                "/effect/month",
                "/past",
                "/past/hour",
                "/policy",
                "/host",
                "/audit",
            }
        )
            Assert.Contains("href=\"/targets/main/effect\"", await loop.ReadAsync(page), StringComparison.Ordinal);

        var why = await loop.ReadAsync("/why/" + query);
        Assert.Contains("<dt>Class</dt><dd><b>scan</b>", why, StringComparison.Ordinal);
        Assert.Contains("href=\"/targets/main/policy#L", why, StringComparison.Ordinal);
    }

    [GeneratedRegex(
        """data-waiting="(?<revision>[0-9a-f]+)""",
        RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 5000
    )]
    private static partial Regex Waiting();
}
