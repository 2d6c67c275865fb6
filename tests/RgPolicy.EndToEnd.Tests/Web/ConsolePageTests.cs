using System.Net;
using System.Text.Json;
using System.Text.RegularExpressions;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Web;

/// <summary>docs/howto/console.md, followed from its first command to its last beside a real server: what the page tells to
/// type is typed, with other places and shorter times.</summary>
public sealed partial class ConsolePageTests(ServerFixture fixture) : IClassFixture<ServerFixture>, IDisposable
{
    private const string Secret = "literal-4711";
    private const string Query =
        "select count(*) from sales where note <> 'literal-4711' and md5(md5(md5(repeat(note, 12)))) like 'abcd%'";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private static readonly string[] Views = ["", "effect", "policy", "host", "past", "audit", "metrics"];

    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-console-").FullName;

    private string PolicyFile => Place("policy.rgp");

    private string StatusSocket => Place("s");

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Fact]
    public async Task Page_EachOfItsCommands_GivesAConsoleThatShowsAndTakesOrders()
    {
        File.Copy(ProductFiles.Path("policies", "htap.rgp"), PolicyFile);
        await BesideLoadAsync(async () =>
        {
            await TypeBlocksAsync();
            await using var service = Start(
                PolicyFile,
                "--audit",
                Place("audit.jsonl"),
                "--token-file",
                Place("console.token"),
                "--minutes",
                Place("minutes"),
                "--simulated",
                Place("day.json"),
                "--approve-policy",
                "--show-text",
                "no-literals"
            );
            using var client = new HttpClient { BaseAddress = await AddressAsync(service), Timeout = Patience };

            await AssertViewsAsync(client);
            await AssertTextsWithoutLiteralsAsync();
            await AssertOrdersAsync(client, service);
        });
    }

    [Fact]
    public async Task Page_WithoutShowText_HasNoTextOfAnyStatement()
    {
        await BesideLoadAsync(async () =>
        {
            await using var service = Start(ProductFiles.Path("policies", "htap.rgp"));
            using var client = new HttpClient { BaseAddress = await AddressAsync(service), Timeout = Patience };
            AssertNoText(await WhyAsync(client, "class=\"plan\""));
            foreach (var view in Views.Append("api/v1/status"))
                AssertNoText(await GetAsync(client, view));
            AssertNoText((await Rgp.RunAsync("status", "--status-socket", StatusSocket)).Output);
            AssertNoText(service.Output + service.Errors);
        });
    }

    private static void AssertNoText(string shown)
    {
        Assert.NotEmpty(shown);
        Assert.DoesNotContain(Secret, shown, StringComparison.Ordinal);
        Assert.DoesNotContain("from sales", shown, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("md5(", shown, StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>While a client asks one thing again and again.</summary>
    private async Task BesideLoadAsync(Func<Task> work)
    {
        using var stop = new CancellationTokenSource();
        await using var load = await LiveQuery.OpenAsync(fixture.Server, BenchRoles.Analytics);
        var running = LoadAsync(load, stop.Token);
        try
        {
            await work();
        }
        finally
        {
            await stop.CancelAsync();
            await running;
        }
    }

    private static async Task LoadAsync(LiveQuery load, CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
            await load.RunAsync(Query);
    }

    /// <summary>Every page answers, and those with texts have them without literals.</summary>
    private static async Task AssertViewsAsync(HttpClient client)
    {
        await UntilAsync(() => GetAsync(client, ""), WithoutLiterals("&lt;&gt;"));
        foreach (var view in Views)
        {
            var page = await GetAsync(client, view);
            Assert.DoesNotContain(Secret, page, StringComparison.Ordinal);
            Assert.Equal(view == "effect", page.Contains(": simulated and measured", StringComparison.Ordinal));
        }

        await WhyAsync(client, "class=\"plan\"", "select count(*) from sales where note &lt;&gt; ?");
    }

    /// <summary>The page of why of a query that runs, with what is wanted: the one that was shown may have
    /// ended.</summary>
    private static Task<string> WhyAsync(HttpClient client, params string[] wanted) =>
        UntilAsync(
            async () =>
                WhyLink().Match(await GetAsync(client, "")) is { Success: true } link
                    ? await GetAsync(client, "why/" + link.Groups["query"].Value)
                    : "",
            page =>
            {
                Assert.DoesNotContain(Secret, page, StringComparison.Ordinal);
                return wanted.All(part => page.Contains(part, StringComparison.Ordinal));
            }
        );

    private static async Task<string> GetAsync(HttpClient client, string view)
    {
        using var answer = await client.GetAsync(new Uri(view, UriKind.Relative));
        Assert.Equal((view, HttpStatusCode.OK), (view, answer.StatusCode));
        return await answer.Content.ReadAsStringAsync();
    }

    private async Task AssertTextsWithoutLiteralsAsync() =>
        _ = await UntilAsync(
            async () => (await Rgp.RunAsync("status", "--status-socket", StatusSocket)).Output,
            WithoutLiterals("<>")
        );

    private static Predicate<string> WithoutLiterals(string unequal) =>
        text =>
        {
            Assert.DoesNotContain(Secret, text, StringComparison.Ordinal);
            return text.Contains($"select count(*) from sales where note {unequal} ?", StringComparison.Ordinal);
        };

    private async Task AssertOrdersAsync(HttpClient client, ChildProgram service)
    {
        var policy = await File.ReadAllTextAsync(PolicyFile);
        await File.WriteAllTextAsync(
            PolicyFile,
            policy.Replace("cpu weight 50", "cpu weight 40", StringComparison.Ordinal)
        );
        var revision = await WaitingAsync();
        Assert.Contains(
            revision,
            await client.GetStringAsync(new Uri("policy", UriKind.Relative)),
            StringComparison.Ordinal
        );
        Assert.Equal(HttpStatusCode.Forbidden, await OrderAsync(client, "orders/pause", "not the token, but long"));
        Assert.Equal(HttpStatusCode.OK, await OrderAsync(client, "orders/approve/" + revision));
        Assert.Equal(HttpStatusCode.OK, await OrderAsync(client, "orders/pause"));
        Assert.Equal(130, await service.InterruptAsync(Patience));

        var ordered = File.ReadLines(Place("audit.jsonl"))
            .Select(line => JsonDocument.Parse(line).RootElement)
            .Where(entry => entry.GetProperty("actor").GetString() == "console at 127.0.0.1")
            .Select(entry => entry.GetProperty("event").GetString()!);
        Assert.Equal(["policy", "pause"], ordered, StringComparer.Ordinal);
        Assert.True(File.Exists(Place("minutes")));
    }

    /// <summary>The blocks of the page, with the places of this test.</summary>
    private async Task TypeBlocksAsync()
    {
        var page = await File.ReadAllTextAsync(ProductFiles.Path("docs", "howto", "console.md"));
        var blocks = Block().Matches(page).Select(match => match.Groups["text"].Value).ToList();
        Assert.Equal(3, blocks.Count);
        // The second needs the package's user, who is not here.
        var typed = string.Concat(blocks[0], blocks[2])
            .Replace("policies/htap.rgp", PolicyFile, StringComparison.Ordinal)
            .Replace("postgres://rgpolicy@localhost/postgres", $"'{Url}'", StringComparison.Ordinal)
            .Replace("--for 8h", "--for 2s", StringComparison.Ordinal);
        var (code, output, errors) = await ChildProgram.RunAsync(
            "bash",
            ["-euc", $"cd '{_directory}'; rgp() {{ '{ProductFiles.Rgp}' \"$@\"; }}\n{typed}"],
            Patience
        );
        Assert.True(code == 0, output + errors);
    }

    private ChildProgram Start(string policy, params string[] options) =>
        ChildProgram.Start(
            ProductFiles.Rgp,
            [
                "run",
                policy,
                "--server",
                Url,
                "--status-socket",
                StatusSocket,
                "--pause-file",
                Place("paused"),
                "--listen",
                "0",
                .. options,
            ]
        );

    private string Url => fixture.Server.Cluster.Url(BenchRoles.Observer, BenchServer.Database);

    private string Place(string name) => Path.Combine(_directory, name);

    private static async Task<Uri> AddressAsync(ChildProgram service)
    {
        Assert.True(await service.WaitForOutputAsync("Status page and metrics are at ", Patience), service.Errors);
        return new Uri(Served().Match(service.Errors + service.Output).Groups["address"].Value);
    }

    private static async Task<string> UntilAsync(Func<Task<string>> ask, Predicate<string> isWanted)
    {
        for (var tries = 0; tries < 300; tries++)
        {
            var answer = await ask();
            if (isWanted(answer))
                return answer;
            await Task.Delay(50);
        }

        throw new TimeoutException("what was wanted was never there");
    }

    private async Task<string> WaitingAsync() =>
        Waiting()
            .Match(
                await UntilAsync(
                    async () =>
                        (await Rgp.RunAsync("status", "--status-socket", StatusSocket, "--output", "json")).Output,
                    Waiting().IsMatch
                )
            )
            .Groups["revision"]
            .Value;

    private async Task<HttpStatusCode> OrderAsync(HttpClient client, string path, string? token = null)
    {
        using var order = new HttpRequestMessage(HttpMethod.Post, new Uri(path, UriKind.Relative));
        order.Headers.Add("Origin", client.BaseAddress!.GetLeftPart(UriPartial.Authority));
        order.Headers.Add("X-RgPolicy-Token", token ?? (await File.ReadAllTextAsync(Place("console.token"))).Trim());
        using var answer = await client.SendAsync(order);
        return answer.StatusCode;
    }

    [GeneratedRegex(
        "^```sh\n(?<text>.*?)^```",
        RegexOptions.ExplicitCapture | RegexOptions.Multiline | RegexOptions.Singleline,
        5000
    )]
    private static partial Regex Block();

    [GeneratedRegex("are at (?<address>http://[^ \n]+)", RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Served();

    [GeneratedRegex("\"policy_waiting\": *\"(?<revision>[^\"]+)", RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Waiting();

    [GeneratedRegex("href=\"/why/(?<query>[^\"]+)\"", RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex WhyLink();
}
