using System.Diagnostics;
using System.Net;
using RgPolicy.Plans;
using RgPolicy.Service.Control;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Minutes;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;
using RgPolicy.Service.Web;

namespace RgPolicy.Service.Tests.Faults;

/// <summary>Whatever befalls the console, the loop beside it makes its turns and lets go of nothing.</summary>
public sealed class LoopBesideTroubleTests : IAsyncLifetime, IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly LoopScene _scene = new();
    private readonly StatusBroker _broker;
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-trouble-").FullName;
    private readonly CancellationTokenSource _ending = new();
    private readonly GovernorLoop _loop;
    private Task<LoopSummary>? _run;
    private int _turns;

    public LoopBesideTroubleTests()
    {
        _broker = new StatusBroker(_scene.Time);
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        _loop = new GovernorLoop(
            _scene.Parts(GovernorLevel.Enforce) with
            {
                Broker = _broker,
                Pause = new PauseSwitch(Path.Combine(_directory, "paused")),
                TurnCompleted = () => Interlocked.Increment(ref _turns),
            }
        );
    }

    private string Minutes => Path.Combine(_directory, "minutes");

    public async Task InitializeAsync()
    {
        _run = _loop.RunAsync(_ending.Token);
        await TurnAsync();
    }

    public async Task DisposeAsync()
    {
        await _ending.CancelAsync();
        await _run!.WaitAsync(Patience);
        await _loop.DisposeAsync();
    }

    public void Dispose()
    {
        _ending.Dispose();
        Directory.Delete(_directory, recursive: true);
    }

    [Fact]
    public async Task Run_FileOfMinutesIsDamagedMeanwhile_TheLoopGoesOn()
    {
        await using var follower = new MinuteFollower(_broker, Minutes, _scene.Time, _scene);
        await TurnUntilAsync(() => Kept() > 0);
        using (var file = new FileStream(Minutes, FileMode.Open, FileAccess.Write, FileShare.ReadWrite))
        {
            file.Write(Enumerable.Repeat((byte)0x5A, (int)file.Length).ToArray());
        }

        await TurnUntilAsync(() => File.Exists(Minutes + ".damaged.1") && Kept() > 0);

        Assert.True(follower.Store.Lost > 0);
        AssertGoverns();

        int Kept() => follower.Store.Read(TimeSpan.FromMinutes(3)).Count;
    }

    [Fact]
    public async Task Run_ForgedTokensAllTheTime_TheLoopGoesOn()
    {
        var token = Path.Combine(_directory, "token");
        await File.WriteAllTextAsync(token, "0123456789abcdef0123456789abcdef\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(token, UnixFileMode.UserRead | UnixFileMode.UserWrite);

        // Its clock is the loop's: a refusal waits no second that is real.
        var starting = StatusSite.StartAsync(
            ListenAddress.Parse("0")!,
            [new SiteTarget("", _broker)],
            _scene.Time,
            _scene,
            tokenFile: token
        );
        await TurnUntilAsync(() => starting.IsCompleted);
        await using var site = await starting ?? throw new InvalidOperationException("not served");
        // Fewer connections than one peer may have: the others wait for theirs.
        using var handler = new SocketsHttpHandler { MaxConnectionsPerServer = 24 };
        using var attacker = new HttpClient(handler) { Timeout = Patience };
        var forged = Enumerable.Range(0, 100).Select(number => ForgeAsync(attacker, site.Address, number)).ToList();
        await TurnUntilAsync(() => forged.TrueForAll(each => each.IsCompleted));

        Assert.All(await Task.WhenAll(forged), code => Assert.Equal(HttpStatusCode.Forbidden, code));
        Assert.False(File.Exists(Path.Combine(_directory, "paused")));
        AssertGoverns();
    }

    private static async Task<HttpStatusCode> ForgeAsync(HttpClient client, Uri address, int number)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(address, "/orders/pause"));
        request.Headers.TryAddWithoutValidation("Origin", address.GetLeftPart(UriPartial.Authority));
        request.Headers.TryAddWithoutValidation("X-RgPolicy-Token", $"forged token number {number}");
        using var response = await client.SendAsync(request);
        return response.StatusCode;
    }

    private void AssertGoverns()
    {
        Assert.Equal([10], _scene.Sidecar.Placed.Keys);
        Assert.False(_run!.IsCompleted);
    }

    private async Task TurnUntilAsync(Func<bool> condition)
    {
        var clock = Stopwatch.StartNew();
        while (!condition())
        {
            Assert.True(clock.Elapsed < Patience, "it did not happen");
            await TurnAsync();
        }
    }

    /// <summary>Lets an interval of polls go by, in which a turn is made.</summary>
    private async Task TurnAsync()
    {
        var before = Volatile.Read(ref _turns);
        var clock = Stopwatch.StartNew();
        while (Volatile.Read(ref _turns) == before)
        {
            Assert.True(clock.Elapsed < Patience, "the loop made no turn");
            _scene.Time.Advance(_scene.Observer.PollInterval);
            for (var tries = 0; tries < 200 && Volatile.Read(ref _turns) == before; tries++)
                await Task.Yield();

            if (Volatile.Read(ref _turns) == before)
                await Task.Delay(1);
        }
    }
}
