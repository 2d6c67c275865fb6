using System.Net;
using System.Text.Json;
using System.Text.RegularExpressions;
using RgPolicy.Engine.Observe;
using RgPolicy.Host.Text;
using RgPolicy.Plans;
using RgPolicy.Service.Hosting;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;
using RgPolicy.Service.Web;

namespace RgPolicy.Service.Tests.Web;

public sealed class StatusSiteTests
{
    private readonly LoopScene _scene = new();

    [Fact]
    public async Task Get_Page_ShowsQueriesAndPools()
    {
        using var response = await GetAsync("/");
        var page = await response.Content.ReadAsStringAsync();

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Contains(
            "<td>scan</td><td>polluters</td><td class=\"figure\" data-n=\"1\">1 s</td>",
            page,
            StringComparison.Ordinal
        );
        Assert.Equal(
            "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; "
                + "base-uri 'none'; form-action 'none'",
            response.Headers.GetValues("Content-Security-Policy").Single()
        );
        Assert.Equal("nosniff", response.Headers.GetValues("X-Content-Type-Options").Single());
        Assert.DoesNotContain("http://", page, StringComparison.Ordinal);
        Assert.DoesNotContain(" style=", page, StringComparison.OrdinalIgnoreCase);
        Assert.Equal(
            "<script src=\"/console.js\" defer></script>",
            page[
                page.IndexOf("<script", StringComparison.Ordinal)..(
                    page.IndexOf("</script>", StringComparison.Ordinal) + 9
                )
            ]
        );
    }

    [Theory]
    [InlineData("/host", "<td>cpu weight</td>")]
    [InlineData("/policy", "<tr id=\"L5\"><td class=\"figure\">5</td><td class=\"figure\">1</td>")]
    [InlineData("/policy", "Given to no query since the start: oltp, default.")]
    [InlineData("/policy", "<code>pool polluters { cpu weight 100 }</code>")]
    [InlineData("/console.css", "color-scheme: light dark")]
    [InlineData("/console.js", "'use strict'")]
    public async Task Get_View_ShowsWhatItIsFor(string path, string expected)
    {
        using var response = await GetAsync(path);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Contains(expected, await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Get_Script_WritesTheSameCharactersAsEscapesAsPagesDo()
    {
        using var response = await GetAsync("/console.js");
        var script = await response.Content.ReadAsStringAsync();
        var begin = script.IndexOf(".replace(/[", StringComparison.Ordinal) + ".replace(/".Length;
        var unsafeText = new Regex(
            script[begin..script.IndexOf("/g,", begin, StringComparison.Ordinal)],
            RegexOptions.None,
            TimeSpan.FromSeconds(5)
        );

        Assert.All(
            Enumerable.Range(0, 0x10000).Select(each => (char)each),
            each => Assert.Equal(SafeText.IsUnsafe(each) && each != '\n', unsafeText.IsMatch($"{each}"))
        );
    }

    [Fact]
    public async Task Get_WhyOfAQuery_ShowsItsClassAndItsPlanAsATree()
    {
        PlanOperator[] plan =
        [
            Operator(0, null, "Hash <Join>", OperatorFamily.Join, 3),
            Operator(1, 0, "Seq Scan", OperatorFamily.Scan, 1) with
            {
                Table = "sales & co",
            },
        ];
        var query = _scene.Query(10, 1, PlanShape.Scan);
        query = query with
        {
            Plan = PlanFacts.Known(new PlanProfile { Shape = PlanShape.Scan, Operators = [.. plan] }, "test"),
            Statement = new StatementFacts(StatementKind.Select, "f", "select 'secret'", false),
        };
        _scene.Observer.Queries = [query];
        var page = await AskAsync("/why/" + query.Id);

        Assert.Contains("<b>scan</b> (<a href=\"/policy#L5\">line 5</a>", page, StringComparison.Ordinal);
        Assert.Contains("<dt>Because</dt><dd>plan.shape = scan (scan)</dd>", page, StringComparison.Ordinal);
        Assert.Contains(
            "aria-level=\"1\" class=\"depth0\"><svg class=\"bar\" viewBox=\"0 0 100 10\" "
                + "preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect width=\"75\" height=\"10\"/></svg>"
                + "<b>Hash &lt;Join&gt;</b> <small>75 % of the work",
            page,
            StringComparison.Ordinal
        );
        Assert.Contains("aria-level=\"2\" class=\"depth1\">", page, StringComparison.Ordinal);
        Assert.Contains("<b>Seq Scan</b> on sales &amp; co", page, StringComparison.Ordinal);
        Assert.DoesNotContain("secret", page, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/why/1-<script>", "Why query 1-&lt;script&gt;")]
    [InlineData("/why/", "No running query  is known")]
    public async Task Get_WhyOfNoQuery_SaysSo(string path, string expected) =>
        Assert.Contains(expected, await AskAsync(path), StringComparison.Ordinal);

    [Fact]
    public async Task Get_Page_ShowsTheLastChanges()
    {
        using var response = await GetAsync("/");
        var page = await response.Content.ReadAsStringAsync();

        Assert.Contains("<caption>Last changes</caption>", page, StringComparison.Ordinal);
        Assert.Contains("<td>move</td>", page, StringComparison.Ordinal);
        Assert.Contains("<td>polluters</td><td>its class</td><td>the loop</td>", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Get_Page_DrawsWhatWasDecidedMinuteByMinute()
    {
        using var response = await GetAsync("/", turns: 1300);
        var page = await response.Content.ReadAsStringAsync();

        Assert.Contains(
            "<svg class=\"columns\" role=\"img\" aria-labelledby=\"decided\"",
            page,
            StringComparison.Ordinal
        );
        // Decided in the first of three minutes; the others have no column.
        Assert.Contains(
            "\n<rect class=\"class0\" x=\"570\" y=\"0\" width=\"8\" height=\"100\"/></svg>",
            page,
            StringComparison.Ordinal
        );
        Assert.Contains(
            "</span>scan</td><td class=\"figure\">0</td><td class=\"figure\">1</td><td class=\"figure\">1</td>",
            page,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Get_PageOfSeveralTargets_ListsThem()
    {
        await using var site = await StatusSite.StartAsync(
            ListenAddress.Parse("0")!,
            [new SiteTarget("a", Waiting("no <server>")), new SiteTarget("b", Waiting("x"))],
            TimeProvider.System,
            _scene
        );
        using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(60) };

        var page = await client.GetStringAsync(site!.Address);
        Assert.Contains("<a href=\"/targets/a/\">a</a></dt><dd>no &lt;server&gt;</dd>", page, StringComparison.Ordinal);
        Assert.Contains(
            "role=\"alert\">no &lt;server&gt;</p>",
            await client.GetStringAsync(new Uri(site.Address, "/targets/a/")),
            StringComparison.Ordinal
        );
        Assert.Equal(
            "{\"error\":\"x\"}",
            await client.GetStringAsync(new Uri(site.Address, "/api/v1/targets/b/status"))
        );
        Assert.Contains(
            "rgp_target_up{target=\"b\"} 0",
            await client.GetStringAsync(new Uri(site.Address, "/metrics")),
            StringComparison.Ordinal
        );
        using var missing = await client.GetAsync(new Uri(site.Address, "/targets/c/"));
        Assert.Equal(HttpStatusCode.NotFound, missing.StatusCode);
    }

    [Fact]
    public async Task Get_PageWithHostileApplication_IsEscaped()
    {
        var query = _scene.Query(10, 1, PlanShape.Scan);
        _scene.Observer.Queries =
        [
            query with
            {
                Session = query.Session with { App = "<script>alert('x')</script>&\"" },
            },
        ];
        using var response = await GetAsync("/");
        var page = await response.Content.ReadAsStringAsync();

        Assert.DoesNotContain("<script>", page, StringComparison.OrdinalIgnoreCase);
        Assert.Contains("&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt;&amp;&quot;", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Get_LostServer_IsAnAlarm()
    {
        _scene.Observer.Failure = "connection refused";
        using var response = await GetAsync("/", turns: 80);

        Assert.Contains(
            "role=\"alert\">The server is lost; nothing is governed. connection refused",
            await response.Content.ReadAsStringAsync(),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Get_Status_IsTheStatusDocument()
    {
        using var response = await GetAsync("/api/v1/status");
        using var document = JsonDocument.Parse(await response.Content.ReadAsStringAsync());

        Assert.Equal("application/json", response.Content.Headers.ContentType?.MediaType);
        Assert.Equal("rgp/status/1", document.RootElement.GetProperty("schema").GetString());
        Assert.Equal(
            [("oltp", 0), ("scan", 1), ("default", 0)],
            document
                .RootElement.GetProperty("classes")
                .EnumerateArray()
                .Select(each => (each.GetProperty("name").GetString(), each.GetProperty("queries").GetInt32()))
        );
    }

    [Fact]
    public async Task Get_Metrics_AreText()
    {
        using var response = await GetAsync("/metrics");

        Assert.Equal("text/plain", response.Content.Headers.ContentType?.MediaType);
        Assert.Contains(
            "\nrgp_queries_total{class=\"scan\"} 1\n",
            await response.Content.ReadAsStringAsync(),
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("/nothing", "GET", "localhost", HttpStatusCode.NotFound)]
    [InlineData("/targets//", "GET", "localhost", HttpStatusCode.NotFound)]
    [InlineData("/targets/x/policy", "GET", "localhost", HttpStatusCode.NotFound)]
    [InlineData("/", "POST", "localhost", HttpStatusCode.MethodNotAllowed)]
    [InlineData("/", "GET", "evil.example", HttpStatusCode.MisdirectedRequest)]
    public async Task Request_OfAnotherKind_IsRefused(string path, string method, string host, HttpStatusCode expected)
    {
        using var response = await SendAsync(path, new HttpMethod(method), host, turns: 1);

        Assert.Equal(expected, response.StatusCode);
    }

    [Fact]
    public async Task Start_AddressInUse_SaysSo()
    {
        await using var first = await StatusSite.StartAsync(
            ListenAddress.Parse("0")!,
            [new SiteTarget("", new StatusBroker())],
            TimeProvider.System,
            _scene
        );
        var taken = ListenAddress.Parse(first!.Address.Authority)!;

        await Assert.ThrowsAnyAsync<IOException>(() =>
            StatusSite.StartAsync(taken, [new SiteTarget("", new StatusBroker())], TimeProvider.System, _scene)
        );
    }

    private static PlanOperator Operator(int id, int? parent, string name, OperatorFamily family, double weight) =>
        new(id, parent, name, family, Figure.Unknown, Figure.Unknown, Figure.Unknown, Figure.Unknown, weight);

    /// <summary>A page for which the loop is asked.</summary>
    private async Task<string> AskAsync(string path)
    {
        var broker = new StatusBroker();
        await using var steps = new LoopSteps(_scene.Parts(GovernorLevel.Enforce) with { Broker = broker });
        await using var site = await StatusSite.StartAsync(
            ListenAddress.Parse("0")!,
            [new SiteTarget("", broker)],
            TimeProvider.System,
            _scene
        );
        await steps.PollTurnAsync(CancellationToken.None);
        using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(60) };
        var page = client.GetStringAsync(new Uri(site!.Address, path));
        while (!page.IsCompleted)
        {
            await steps.AnswerQuestionsAsync(CancellationToken.None);
            await Task.WhenAny(page, steps.QuestionAsync(), Task.Delay(100));
        }

        return await page;
    }

    /// <summary>A broker at which everybody is told the same.</summary>
    private static StatusBroker Waiting(string problem)
    {
        var broker = new StatusBroker();
        broker.Show(new WaitingDocument(problem));
        return broker;
    }

    private Task<HttpResponseMessage> GetAsync(string path, int turns = 1) =>
        SendAsync(path, HttpMethod.Get, "localhost", turns);

    private async Task<HttpResponseMessage> SendAsync(string path, HttpMethod method, string host, int turns)
    {
        var broker = new StatusBroker();
        await using var steps = new LoopSteps(_scene.Parts(GovernorLevel.Enforce) with { Broker = broker });
        await using var site = await StatusSite.StartAsync(
            ListenAddress.Parse("0")!,
            [new SiteTarget("", broker)],
            TimeProvider.System,
            _scene
        );
        if (_scene.Observer.Queries.IsDefaultOrEmpty)
            _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];

        await steps.PollTurnAsync(CancellationToken.None);
        await _scene.TurnsAsync(steps, turns - 1);
        using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(60) };
        using var request = new HttpRequestMessage(method, new Uri(site!.Address, path)) { Headers = { Host = host } };
        return await client.SendAsync(request);
    }
}
