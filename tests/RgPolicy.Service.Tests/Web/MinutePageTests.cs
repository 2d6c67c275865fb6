using System.Diagnostics;
using RgPolicy.Service.Minutes;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;
using RgPolicy.Service.Web;

namespace RgPolicy.Service.Tests.Web;

public sealed class MinutePageTests
{
    private readonly LoopScene _scene = new();

    [Fact]
    public async Task Effect_EnoughQueriesWithAndWithout_ComparesThem()
    {
        using var store = Store();
        store.Write(MinuteScene.Minute(Now.AddMinutes(-3), "oltp", queries: 30, seconds: 0.5));
        store.Write(MinuteScene.Minute(Now.AddMinutes(-2), "oltp", queries: 30, seconds: 2, isGoverned: false));
        store.Write(MinuteScene.Minute(Now.AddMinutes(-1), "rare", queries: 3, isGoverned: false));
        var page = await FindAsync(store, "/effect/hour");

        Assert.Contains("Enforced for 60 s, not enforced for 120 s.", page, StringComparison.Ordinal);
        // Buckets of durations are at most 3 % wide.
        Assert.Matches(
            """<li><b>oltp</b>: p95 5\d\d(\.\d)? ms while enforced, 2(\.\d)? s while not \(-7[456] %\)</li>""",
            page
        );
        Assert.Contains(
            "<td>rare</td><td>not enforced</td><td class=\"figure\">3</td>",
            page,
            StringComparison.Ordinal
        );
        Assert.DoesNotContain("<b>rare</b>", page, StringComparison.Ordinal);
        Assert.Contains("<polyline class=\"stroke0\"", page, StringComparison.Ordinal);
        Assert.Contains("<rect class=\"shade\"", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Effect_SimulationOfTheRecording_StandsBesideWhatWasMeasured()
    {
        using var store = Store();
        store.Write(MinuteScene.Minute(Now.AddMinutes(-3), "oltp", queries: 30, seconds: 0.5));
        store.Write(MinuteScene.Minute(Now.AddMinutes(-2), "oltp", queries: 30, seconds: 2, isGoverned: false));
        var page = await FindSimulatedAsync(
            store,
            """
            {"schema":"rgp/simulate/1","target":"<t>","ungoverned":{"queries":[
               {"query":"1","class":null,"finished":10,"mean_seconds":3},{"query":"2","class":null,"finished":30,"mean_seconds":1},
               {"query":"3","class":null,"finished":0,"mean_seconds":null},{"query":"4","finished":1,"mean_seconds":1}]},
             "policies":[{"policy":"<p>","revision":"r","queries":[
               {"query":"1","class":"oltp","finished":10,"mean_seconds":1.5},{"query":"2","class":"oltp","finished":30,"mean_seconds":0.5},
               {"query":"3","class":"<img src=x>","finished":7,"mean_seconds":1},
               {"query":"4","class":"vast","finished":1,"mean_seconds":1e999}]}]}
            """
        );

        Assert.Contains("of &lt;p&gt;, revision r, on &lt;t&gt;", page, StringComparison.Ordinal);
        Assert.Matches(
            "<td>oltp</td><td class=\"figure\">1.5 s</td><td class=\"figure\">750 ms</td>"
                + "<td class=\"figure\">-50 %</td><td class=\"figure\">-7[456] %</td>",
            page
        );
        Assert.DoesNotContain("img src", page, StringComparison.Ordinal);
        Assert.DoesNotContain("vast", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Effect_SimulationWithUnfinishedExecutions_CountsThem()
    {
        using var store = Store();
        var page = await FindSimulatedAsync(
            store,
            """
            {"schema":"rgp/simulate/1","ungoverned":{"queries":[
               {"query":"1","class":null,"finished":4,"mean_seconds":1,"executions":4,"response_seconds":1}]},
             "policies":[{"queries":[
               {"query":"1","class":"oltp","finished":1,"mean_seconds":0.5,"executions":2,"response_seconds":2.5}]}]}
            """
        );

        Assert.Contains(
            "<td>oltp</td><td class=\"figure\">1 s</td><td class=\"figure\">2.5 s</td>",
            page,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("{\"schema\":\"rgp/status/1\"}")]
    [InlineData("{\"schema\":\"rgp/simulate/1\",\"policies\":7}")]
    [InlineData("[\"rgp/simulate/1\"]")]
    [InlineData("\0\0\0")]
    [InlineData("")]
    [InlineData(null)]
    public async Task Effect_SimulationThatIsNone_IsSaidAndTheRestIsThere(string? content)
    {
        using var store = Store();
        var page = await FindSimulatedAsync(store, content);

        Assert.Contains("role=\"alert\">The simulation cannot be read. ", page, StringComparison.Ordinal);
        Assert.Contains("What governing bought", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Effect_SimulationIsAPipe_IsNotWaitedFor()
    {
        using var store = Store();
        var page = await FindSimulatedAsync(store, null, file => Process.Start("mkfifo", file).WaitForExit());

        Assert.Contains("The simulation cannot be read. ", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Effect_NothingToCompare_SaysWhatIsMissing()
    {
        using var store = Store();
        store.Write(MinuteScene.Minute(Now.AddMinutes(-1)));

        Assert.Contains(
            "Nothing can be compared yet: that needs a class with 20 queries",
            await FindAsync(store, "/effect"),
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("/effect")]
    [InlineData("/effect/month")]
    [InlineData("/past/hour")]
    public async Task Find_NothingKept_IsAPageThatSaysSo(string path)
    {
        using var store = Store();

        Assert.Contains("</html>", await FindAsync(store, path), StringComparison.Ordinal);
        Assert.Contains("</html>", await FindAsync(null, path), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Past_KeptMinutes_DrawsPressureAndPools()
    {
        using var store = Store();
        store.Write(MinuteScene.Minute(Now.AddMinutes(-2)));
        store.Write(MinuteScene.Minute(Now.AddMinutes(-1)));
        var page = await FindAsync(store, "/past/hour");

        Assert.Contains("CPU: 12.5 % now, 12.5 % to 12.5 %. ", page, StringComparison.Ordinal);
        Assert.Contains("polluters: 2 now, 2 to 2. ", page, StringComparison.Ordinal);
        Assert.Contains("polluters: 10 % now", page, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/effect/hour")]
    [InlineData("/past/hour")]
    public async Task Find_HostileNames_AreEscaped(string path)
    {
        using var store = Store();
        var minute = MinuteScene.Minute(Now.AddMinutes(-1), "<script>alert(1)</script>");
        store.Write(minute with { Pools = [new PoolSpan("</svg><img src=x onerror=alert(1)>", 1, 1, 1)] });
        var page = await FindAsync(store, path);

        Assert.DoesNotContain("<script>", page, StringComparison.Ordinal);
        Assert.DoesNotContain("<img", page, StringComparison.Ordinal);
        Assert.Contains(
            path.StartsWith("/effect", StringComparison.Ordinal) ? "&lt;script&gt;" : "&lt;img",
            page,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Find_MinutesThatCannotBeKept_IsAnAlarm()
    {
        using var store = new MinuteStore("/proc/nowhere/x.minutes", _scene.Time, _scene);
        store.Write(MinuteScene.Minute(Now));

        Assert.Contains(
            "role=\"alert\">Minutes cannot be kept: ",
            await FindAsync(store, "/effect"),
            StringComparison.Ordinal
        );
    }

    private DateTimeOffset Now
    {
        get
        {
            var now = _scene.Time.GetUtcNow();
            return new DateTimeOffset(now.UtcTicks - (now.UtcTicks % TimeSpan.TicksPerMinute), TimeSpan.Zero);
        }
    }

    private MinuteStore Store() => new(null, _scene.Time, _scene);

    private async Task<string> FindSimulatedAsync(MinuteStore store, string? content, Action<string>? make = null)
    {
        var folder = Directory.CreateTempSubdirectory("rgp-simulated-").FullName;
        var file = Path.Combine(folder, "s.json");
        if (content is not null)
            await File.WriteAllTextAsync(file, content);

        make?.Invoke(file);
        var page = await FindAsync(store, "/effect/hour", file);
        Directory.Delete(folder, recursive: true);
        return page;
    }

    private async Task<string> FindAsync(MinuteStore? store, string path, string? simulated = null)
    {
        var broker = new StatusBroker();
        broker.Show(FullSnapshot.Bare());
        var content = new SiteContent(
            [new SiteTarget("", broker) { Simulated = simulated }],
            store is null ? null : new Dictionary<string, MinuteStore>(StringComparer.Ordinal) { [""] = store },
            _scene.Time
        );
        using var answer = Assert.NotNull(await content.FindAsync(path, CancellationToken.None)).Answer;
        return answer.Content.ToText();
    }
}
