using Microsoft.Extensions.Hosting;
using RgPolicy.Service.Enforcing;
using RgPolicy.Service.Metrics;
using RgPolicy.Service.Minutes;
using RgPolicy.Service.Status.Answers;
using RgPolicy.Service.Web;

namespace RgPolicy.Service.Hosting;

/// <summary>The services that a command or a service has beside its loops.</summary>
internal sealed class SideServices(TimeProvider time)
{
    /// <summary>Answers at a loop's status socket.</summary>
    public SideService Socket(string address, StatusBroker broker, ILogger logger) =>
        Of(
            $"The status socket {address}",
            async (works, cancellationToken) =>
            {
                await using var server = StatusServer.Start(address, broker, time, logger);
                works();
                await server.Serving.WaitAsync(cancellationToken);
            },
            logger
        );

    /// <summary>Serves the pages and the metrics.</summary>
    public SideService Pages(
        ListenAddress address,
        IReadOnlyList<SiteTarget> targets,
        IReadOnlyDictionary<string, MinuteStore> minutes,
        string? tokenFile,
        ILogger logger
    ) =>
        Of(
            $"The console at {address.Endpoint}",
            async (works, cancellationToken) =>
            {
                await using var site = await StatusSite.StartAsync(address, targets, time, logger, minutes, tokenFile);
                works();
                await Task.Delay(Timeout.Infinite, cancellationToken);
            },
            logger
        );

    /// <summary>Sends the metrics to a collector.</summary>
    public SideService Otlp(OtlpSettings collector, IReadOnlyList<SiteTarget> targets, ILogger logger) =>
        Of("Sending metrics", new OtlpSender(collector, targets, time).RunAsync, logger);

    /// <summary>Tells the service manager that the loops live.</summary>
    internal SideService Manager(IReadOnlyList<TargetState> targets, INotifier notifier, ILogger logger) =>
        Of("The sign of life", new ManagerWatch(targets, notifier, time, logger).RunAsync, logger);

    private SideService Of(string name, Func<Action, CancellationToken, Task> run, ILogger logger) =>
        new(name, run, time, logger);
}

/// <summary>Sends the metrics of all targets to a collector, again and again.</summary>
internal sealed class OtlpSender(OtlpSettings settings, IEnumerable<SiteTarget> targets, TimeProvider time)
{
    private readonly MetricsSource _metrics = new([.. targets]);

    /// <summary>Sends until it is cancelled.</summary>
    /// <exception cref="IOException">The collector does not accept them.</exception>
    public async Task RunAsync(Action sent, CancellationToken cancellationToken)
    {
        using var exporter = new OtlpExporter(settings);
        using var timer = new PeriodicTimer(settings.Interval, time);
        do
        {
            await SendAsync(exporter, cancellationToken);
            sent();
        } while (await timer.WaitForNextTickAsync(cancellationToken));
    }

    private async Task SendAsync(OtlpExporter exporter, CancellationToken cancellationToken)
    {
        var families = await _metrics.GetAsync(cancellationToken);
        // The exporter waits on its thread for the collector: not on the loop's.
        if (!await Task.Run(() => exporter.Send(families), cancellationToken))
            throw new IOException($"{settings.Endpoint.GetLeftPart(UriPartial.Path)} does not accept the metrics.");
    }
}

/// <summary>A service beside the loops, such as the pages or the metrics. Whatever fails in it never ends governing: it
/// is logged once, shown in the status, and tried again with growing pauses.</summary>
/// <param name="name">What it is called, as the beginning of a sentence.</param>
/// <param name="run">Runs it until it is cancelled; calls the action once it works. It throws where it does not.</param>
/// <param name="time">The clock.</param>
/// <param name="logger">Told of a failure, and of its end.</param>
internal sealed class SideService(
    string name,
    Func<Action, CancellationToken, Task> run,
    TimeProvider time,
    ILogger logger
) : IHostedService, IAsyncDisposable
{
    private static readonly TimeSpan FirstPause = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan LongestPause = TimeSpan.FromMinutes(1);

    private readonly CancellationTokenSource _ending = new();
    private readonly BackOff _backOff = new(time, FirstPause, LongestPause);
    private Task? _running;
    private volatile string? _problem;

    public string Name => name;

    /// <summary>Why it does not work now; null where it does.</summary>
    public string? Problem => _problem;

    /// <summary>Begins on another thread, once; waits for nothing.</summary>
    public void Begin() => _running ??= Task.Run(KeepRunningAsync);

    /// <summary>Begins; what it does before its first wait is done on return.</summary>
    public Task StartAsync(CancellationToken cancellationToken)
    {
        _running ??= KeepRunningAsync();
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        await _ending.CancelAsync();
        if (_running is { } running)
            await running.WaitAsync(cancellationToken);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await StopAsync(CancellationToken.None);
        _ending.Dispose();
    }

    private async Task KeepRunningAsync()
    {
        while (!_ending.IsCancellationRequested)
        {
            var problem = await RunOnceAsync();
            if (_ending.IsCancellationRequested)
                return;
            if (_problem != problem)
                logger.SideServiceFailed(name, problem);
            _problem = problem;
            _backOff.Failed();
            await Task.Delay(_backOff.Wait, time, _ending.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private async Task<string> RunOnceAsync()
    {
        try
        {
            await run(Works, _ending.Token);
            return "It has ended by itself.";
        }
        catch (Exception failure)
        {
            return failure.Message.ReplaceLineEndings(" ");
        }
    }

    private void Works()
    {
        if (_problem is not null)
            logger.SideServiceWorks(name);
        _problem = null;
        _backOff.Reset();
    }
}
