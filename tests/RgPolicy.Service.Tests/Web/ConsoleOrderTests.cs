using System.Net;
using RgPolicy.Plans;
using RgPolicy.Service.Control;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;
using RgPolicy.Service.Web;

namespace RgPolicy.Service.Tests.Web;

/// <summary>Orders from the console: what is taken, what is refused, and that the loop goes on.</summary>
public sealed class ConsoleOrderTests : IDisposable
{
    private const string Token = "0123456789abcdef0123456789abcdef";

    private readonly LoopScene _scene = new();
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-token-").FullName;

    public ConsoleOrderTests()
    {
        File.WriteAllText(TokenFile, Token + "\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(TokenFile, UnixFileMode.UserRead | UnixFileMode.UserWrite);
    }

    private string TokenFile => Path.Combine(_directory, "token");

    private string PauseFile => Path.Combine(_directory, "paused");

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Fact]
    public async Task Post_PauseWithToken_LetsGoAndIsInTheChangesWithWhoDidIt()
    {
        var (code, answer, audit) = await OrderAsync("/orders/pause", Token, origin: null);

        Assert.Equal(HttpStatusCode.OK, code);
        Assert.Contains("\"paused\":true", answer, StringComparison.Ordinal);
        Assert.Contains("console at 127.0.0.1", answer, StringComparison.Ordinal);
        Assert.True(File.Exists(PauseFile));
        Assert.Empty(_scene.Sidecar.Placed);
        Assert.Contains("<td>pause</td><td>console at 127.0.0.1</td>", audit, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("a forged token of some length", null, null, "not the token")]
    [InlineData("0123456789abcdef0123456789abcde", null, null, "not the token")]
    [InlineData(" 0123456789abcdef0123456789abcdef0", null, null, "not the token")]
    [InlineData(null, null, null, "not the token")]
    [InlineData(Token, "http://evil.example", null, "own pages only")]
    [InlineData(Token, "null", null, "own pages only")]
    [InlineData(Token, "", null, "own pages only")]
    [InlineData(Token, null, "cross-site", "own pages only")]
    public async Task Post_ForgedTokenOrForeignOrigin_IsRefusedAndLogged(
        string? token,
        string? origin,
        string? site,
        string reason
    )
    {
        var (code, answer, _) = await OrderAsync("/orders/pause", token, origin, site);

        Assert.Equal(HttpStatusCode.Forbidden, code);
        Assert.Contains(reason, answer, StringComparison.Ordinal);
        Assert.False(File.Exists(PauseFile));
        Assert.Equal([10], _scene.Sidecar.Placed.Keys);
        Assert.Contains(_scene.Messages, message => message.Contains(reason, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Post_ManyForgedTokensAtOnce_KeepNobodyOut()
    {
        var broker = new StatusBroker();
        var parts = _scene.Parts(GovernorLevel.Enforce) with { Broker = broker, Pause = new PauseSwitch(PauseFile) };
        await using var steps = new LoopSteps(parts);
        await using var served = await ServeAsync(broker, TokenFile);
        await _scene.TurnsAsync(steps, 2);
        using var attacker = new HttpClient { Timeout = TimeSpan.FromSeconds(60) };
        var forged = Enumerable
            .Range(0, 200)
            .Select(number => SendAsync(attacker, served.Address, "/orders/pause", $"forged token number {number}"))
            .ToList();
        // Once they are refused, the slow ones are still there.
        while (forged.Count(each => each.IsCompleted) < forged.Count - 8)
            await Task.Delay(20);

        using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(60) };
        Assert.NotEmpty(await client.GetStringAsync(new Uri(served.Address, "/metrics")));
        var ordered = SendAsync(client, served.Address, "/orders/pause", Token);
        await ObeyAsync(steps, ordered);

        Assert.Equal(HttpStatusCode.OK, await ordered);
        Assert.True(File.Exists(PauseFile));
        Assert.InRange(
            _scene.Messages.Count(message => message.Contains("not the token", StringComparison.Ordinal)),
            1,
            100
        );
        // The first of the slow ones to end says how many there were beside it.
        while (!_scene.Messages.Any(message => message.Contains("were refused at once", StringComparison.Ordinal)))
            await Task.Delay(20);

        attacker.CancelPendingRequests();
        await Task.WhenAll(forged.Select(each => Task.WhenAny(each)));
    }

    [Fact]
    public async Task Post_SiteWithoutToken_TakesNoOrders()
    {
        var (code, answer, page) = await OrderAsync("/orders/pause", Token, origin: null, tokenFile: null);

        Assert.Equal(HttpStatusCode.Forbidden, code);
        Assert.Contains("--token-file", answer, StringComparison.Ordinal);
        Assert.DoesNotContain("data-orders", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Post_ApprovalOfWhatDoesNotWait_IsRejected()
    {
        var (code, answer, _) = await OrderAsync("/orders/approve/b3204f35cd03", Token, origin: null);

        Assert.Equal(HttpStatusCode.OK, code);
        Assert.Contains("no policy waits to be approved", answer, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Post_OtherOrder_IsNone()
    {
        var (code, _, page) = await OrderAsync("/orders/cancel", Token, origin: null);

        Assert.Equal(HttpStatusCode.MethodNotAllowed, code);
        Assert.Contains("data-orders=\"/orders/\"", page, StringComparison.Ordinal);
    }

    private async Task<StatusSite> ServeAsync(StatusBroker broker, string? tokenFile) =>
        await StatusSite.StartAsync(
            ListenAddress.Parse("0")!,
            [new SiteTarget("", broker)],
            TimeProvider.System,
            _scene,
            tokenFile: tokenFile
        ) ?? throw new InvalidOperationException("not served");

    private static async Task ObeyAsync(LoopSteps steps, Task ordered)
    {
        while (!ordered.IsCompleted)
        {
            await steps.AnswerQuestionsAsync(CancellationToken.None);
            await Task.WhenAny(ordered, steps.QuestionAsync(), Task.Delay(50));
        }
    }

    private static async Task<HttpStatusCode> SendAsync(HttpClient client, Uri address, string path, string token)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(address, path));
        request.Headers.TryAddWithoutValidation("Origin", address.GetLeftPart(UriPartial.Authority));
        request.Headers.TryAddWithoutValidation("X-RgPolicy-Token", token);
        using var response = await client.SendAsync(request);
        return response.StatusCode;
    }

    private Task<(HttpStatusCode Code, string Answer, string Audit)> OrderAsync(
        string path,
        string? token,
        string? origin,
        string? site = null
    ) => OrderAsync(path, token, origin, TokenFile, site);

    private async Task<(HttpStatusCode Code, string Answer, string Audit)> OrderAsync(
        string path,
        string? token,
        string? origin,
        string? tokenFile,
        string? site = null
    )
    {
        var broker = new StatusBroker();
        var parts = _scene.Parts(GovernorLevel.Enforce) with { Broker = broker, Pause = new PauseSwitch(PauseFile) };
        await using var steps = new LoopSteps(parts);
        await using var served = await ServeAsync(broker, tokenFile);
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 3);
        using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(60) };
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(served.Address, path));
        var own = origin ?? served.Address.GetLeftPart(UriPartial.Authority);
        foreach (var (name, value) in new[] { ("Origin", own), ("X-RgPolicy-Token", token), ("Sec-Fetch-Site", site) })
        {
            if (!string.IsNullOrEmpty(value))
                request.Headers.TryAddWithoutValidation(name, value);
        }

        var sending = client.SendAsync(request);
        await ObeyAsync(steps, sending);

        using var response = await sending;
        var audit = await client.GetStringAsync(new Uri(served.Address, "/audit"));
        return (response.StatusCode, await response.Content.ReadAsStringAsync(), audit);
    }
}
