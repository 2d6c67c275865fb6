using System.Net;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Control;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Policies;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;
using RgPolicy.Service.Web;

namespace RgPolicy.Service.Tests.Web;

/// <summary>A loop that obeys orders from its console, with a policy that needs to be approved.</summary>
internal sealed class OrderedLoop : IAsyncDisposable
{
    private const string Token = "0123456789abcdef0123456789abcdef";

    private readonly StatusBroker _broker = new();
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-ordered-").FullName;
    private readonly HttpClient _client = new() { Timeout = TimeSpan.FromSeconds(60) };
    private readonly LoopSteps _steps;
    private readonly string _pages;
    private StatusSite? _site;

    private OrderedLoop(string target)
    {
        File.WriteAllText(Policy, LoopScene.PolicyText);
        File.WriteAllText(TokenFile, Token + "\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(TokenFile, UnixFileMode.UserRead | UnixFileMode.UserWrite);

        var file = new PolicyFile(Policy, TargetProfile.Generic, Scene.Time);
        _steps = new LoopSteps(
            Scene.Parts(GovernorLevel.Enforce) with
            {
                Broker = _broker,
                PolicyFile = file,
                Program = file.Load().Program!,
                Options = new LoopOptions
                {
                    Policy = "test.rgp",
                    Level = GovernorLevel.Enforce,
                    ApprovePolicy = true,
                },
                Pause = new PauseSwitch(PauseFile),
            }
        );
        _pages = target.Length == 0 ? "" : "/targets/" + target;
    }

    public LoopScene Scene { get; } = new();

    public string Policy => Path.Combine(_directory, "p.rgp");

    public string PauseFile => Path.Combine(_directory, "paused");

    private string TokenFile => Path.Combine(_directory, "token");

    /// <summary>Starts it, as the only target or as one of two.</summary>
    public static async Task<OrderedLoop> StartAsync(string target = "")
    {
        var loop = new OrderedLoop(target);
        SiteTarget[] targets =
            target.Length == 0
                ? [new SiteTarget("", loop._broker)]
                : [new SiteTarget("another", new StatusBroker()), new SiteTarget(target, loop._broker)];
        loop._site = await StatusSite.StartAsync(
            ListenAddress.Parse("0")!,
            targets,
            TimeProvider.System,
            loop.Scene,
            tokenFile: loop.TokenFile
        );
        await loop.Scene.TurnsAsync(loop._steps, 2);
        return loop;
    }

    /// <summary>Gives an order, and lets the loop turn until it is obeyed.</summary>
    public async Task<string> OrderAsync(string order)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, Address($"/orders/{order}"));
        request.Headers.TryAddWithoutValidation("Origin", _site!.Address.GetLeftPart(UriPartial.Authority));
        request.Headers.TryAddWithoutValidation("X-RgPolicy-Token", Token);
        var sending = _client.SendAsync(request);
        while (!sending.IsCompleted)
        {
            await _steps.AnswerQuestionsAsync(CancellationToken.None);
            await Scene.TurnsAsync(_steps, 1);
            await Task.WhenAny(sending, Task.Delay(10));
        }

        using var response = await sending;
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        return await response.Content.ReadAsStringAsync();
    }

    /// <summary>A page, while the loop turns.</summary>
    public async Task<string> ReadAsync(string page)
    {
        var reading = _client.GetStringAsync(Address(page));
        while (!reading.IsCompleted)
        {
            await _steps.AnswerQuestionsAsync(CancellationToken.None);
            await Scene.TurnsAsync(_steps, 1);
            await Task.WhenAny(reading, Task.Delay(10));
        }

        return await reading;
    }

    /// <summary>Lets the loop turn until a page shows what is wanted.</summary>
    public async Task<string> UntilAsync(string page, string wanted)
    {
        for (var tries = 0; ; tries++)
        {
            await Scene.TurnsAsync(_steps, 5);
            var shown = await _client.GetStringAsync(Address(page));
            if (shown.Contains(wanted, StringComparison.Ordinal) || tries == 100)
                return shown;

            await Task.Delay(20);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _site!.DisposeAsync();
        await _steps.DisposeAsync();
        _client.Dispose();
        Directory.Delete(_directory, recursive: true);
    }

    private Uri Address(string page) => new(_site!.Address, _pages + page);
}
