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
/// once, and its page.</summary>
internal sealed class WatchedLoop : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly ManySessions _observer;
    private readonly GovernorLoop _loop;
    private readonly Task _running;
    private readonly StatusSite _site;

    private WatchedLoop(ManySessions observer, GovernorLoop loop, StatusSite site) =>
        (_observer, _loop, _running, _site) = (observer, loop, loop.RunAsync(_stop.Token), site);

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
        var minutes = new Dictionary<string, MinuteStore>(StringComparer.Ordinal)
        {
            [""] = MadeMinutes.Of(classes: 20, days: 30),
        };
        var site =
            await StatusSite.TryStartAsync(
                ListenAddress.Parse("0")!,
                [new SiteTarget("", broker)],
                TimeProvider.System,
                NullLogger.Instance,
                minutes
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
                    PolicyPath = "htap.rgp",
                    Level = GovernorLevel.Enforce,
                    Broker = broker,
                    TurnCompleted = turnCompleted,
                }
            ),
            site
        );
    }

    public async ValueTask DisposeAsync()
    {
        await _site.DisposeAsync();
        await _stop.CancelAsync();
        await _running;
        await _loop.DisposeAsync();
        await _observer.DisposeAsync();
        _stop.Dispose();
    }
}
