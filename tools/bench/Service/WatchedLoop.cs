using Microsoft.Extensions.Logging.Abstractions;
using RgPolicy.EndToEnd.Tests.Web;
using RgPolicy.Engine.Compile;
using RgPolicy.Host.Protocol;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Minutes;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Web;

namespace RgPolicy.Bench.Service;

/// <summary>A loop at level enforce with so many queries in view, a sidecar that does everything at
/// once, its minutes in a file that has thirty days of them, and its page.</summary>
internal sealed class WatchedLoop : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly ManySessions _observer;
    private readonly GovernorLoop _loop;
    private readonly Task _running;
    private readonly StatusSite _site;
    private readonly MinuteFollower _minutes;
    private readonly string _directory;

    private WatchedLoop(
        ManySessions observer,
        GovernorLoop loop,
        StatusSite site,
        (MinuteFollower Follower, string Directory) minutes
    )
    {
        (_observer, _loop, _running, _site) = (observer, loop, loop.RunAsync(_stop.Token), site);
        (_minutes, _directory) = minutes;
    }

    public Uri Address => _site.Address;

    /// <summary>Begins.</summary>
    /// <param name="observer">The server.</param>
    /// <param name="turnCompleted">Called after each turn.</param>
    public static async Task<WatchedLoop> StartAsync(ManySessions observer, Action? turnCompleted = null)
    {
        var check = PolicyReader.Check(
            await File.ReadAllTextAsync(Path.Combine(AppContext.BaseDirectory, "htap.rgp")),
            "htap.rgp",
            TargetProfile.Generic
        );
        var broker = new StatusBroker();
        var directory = Directory.CreateTempSubdirectory("rgp-bench-minutes-").FullName;
        var follower = new MinuteFollower(
            broker,
            Path.Combine(directory, "minutes"),
            TimeProvider.System,
            NullLogger.Instance
        );
        MadeMinutes.WriteTo(follower.Store, classes: 20, days: 30);
        var site =
            await StatusSite.StartAsync(
                ListenAddress.Parse("0")!,
                [new SiteTarget("", broker)],
                TimeProvider.System,
                NullLogger.Instance,
                new Dictionary<string, MinuteStore>(StringComparer.Ordinal) { [""] = follower.Store }
            ) ?? throw new InvalidOperationException("the page is not served");
        return new WatchedLoop(
            observer,
            new GovernorLoop(
                new LoopParts
                {
                    Observer = observer,
                    ConnectSidecar = _ => Task.FromResult<ISidecar>(new IdleSidecar()),
                    Program = PolicyProgram.Compile(
                        check.Policy ?? throw new InvalidOperationException("the policy does not fit"),
                        TargetProfile.Generic
                    ),
                    Options = new LoopOptions { Policy = "htap.rgp", Level = GovernorLevel.Enforce },
                    Broker = broker,
                    TurnCompleted = turnCompleted,
                }
            ),
            site,
            (follower, directory)
        );
    }

    public async ValueTask DisposeAsync()
    {
        await _site.DisposeAsync();
        await _stop.CancelAsync();
        await _running;
        await _loop.DisposeAsync();
        await _minutes.DisposeAsync();
        Directory.Delete(_directory, recursive: true);
        await _observer.DisposeAsync();
        _stop.Dispose();
    }
}
