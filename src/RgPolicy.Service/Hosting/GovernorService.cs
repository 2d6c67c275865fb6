using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using RgPolicy.Service.Minutes;

namespace RgPolicy.Service.Hosting;

/// <summary>A service that governs several servers, each by its own loop, until it is told to stop.</summary>
internal sealed class GovernorService
{
    // Each loop lets everything go within 0.8 s, all at once.
    private static readonly TimeSpan StopTime = TimeSpan.FromSeconds(5);

    private readonly ServiceSettings _settings;
    private readonly ServicePlaces _places;
    private readonly ITargetRunner _runner;
    private readonly INotifier _notifier;
    private readonly ILoggerFactory _logs;
    private readonly TimeProvider _time;
    private readonly LogHealth? _logHealth;
    private readonly ImmutableArray<(TargetPost Post, TargetState State)> _targets;

    /// <summary>Makes one that has not begun.</summary>
    public GovernorService(
        ServiceSettings settings,
        ServicePlaces places,
        ITargetRunner runner,
        INotifier notifier,
        ILoggerFactory logs,
        TimeProvider time,
        LogHealth? logHealth = null
    )
    {
        (_settings, _places, _runner, _notifier, _logs, _time) = (settings, places, runner, notifier, logs, time);
        _logHealth = logHealth;
        _targets = [.. settings.Targets.Select(target => (Post(target), new TargetState(target.Name, time)))];
    }

    /// <summary>Runs until it is cancelled; everything is let go then.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using var host = Build();
        await host.RunAsync(cancellationToken);
    }

    /// <summary>Orders something of every target.</summary>
    /// <returns>Completes when all have answered.</returns>
    public Task OrderAsync(StatusQuestion order, CancellationToken cancellationToken) =>
        Task.WhenAll(_targets.Select(target => target.Post.Broker.AskAsync(order, cancellationToken)));

    private IReadOnlyList<SiteTarget> Sites =>
        [
            .. _targets.Select(each => new SiteTarget(each.Post.Settings.Name, each.Post.Broker)
            {
                Simulated = each.Post.Settings.Simulated,
            }),
        ];

    private TargetPost Post(TargetSettings target) =>
        new(target, _places.PauseFileOf(target.Name), new StatusBroker(), _logs.CreateLogger(target.Name), () => { })
        {
            LogHealth = _logHealth,
        };

    private IHost Build()
    {
        var builder = Microsoft.Extensions.Hosting.Host.CreateEmptyApplicationBuilder(
            new HostApplicationBuilderSettings()
        );
        builder.Services.AddSingleton(_logs);
        builder.Services.AddSingleton<IHostLifetime, CommandLifetime>();
        builder.Services.Configure<HostOptions>(options =>
        {
            options.ShutdownTimeout = StopTime;
            options.ServicesStopConcurrently = true;
        });
        var side = new SideServices(_time);
        foreach (var (post, state) in _targets)
        {
            var socket = side.Socket(_places.SocketOf(post.Settings.Name), post.Broker, post.Logger);
            post.Broker.Watch(socket.Name, () => socket.Problem);
            Add(builder, socket);
            Add(builder, new TargetWorker(_runner, post, state, _time));
        }

        if (_settings.Listen is { } address)
        {
            var minutes = new KeptMinutes([.. _targets.Select(each => each.Post)], _places, _time);
            Add(builder, minutes);
            AddForAll(builder, side.Pages(address, Sites, minutes.Stores, _settings.TokenFile, Logger()));
        }

        if (_settings.Otlp is { } collector)
            AddForAll(builder, side.Otlp(collector, Sites, Logger()));

        AddForAll(builder, side.Manager([.. _targets.Select(each => each.State)], _notifier, Logger()));
        return builder.Build();
    }

    private void AddForAll(HostApplicationBuilder builder, SideService service)
    {
        foreach (var (post, _) in _targets)
            post.Broker.Watch(service.Name, () => service.Problem);

        Add(builder, service);
    }

    private ILogger Logger() => _logs.CreateLogger("rgp");

    private static void Add(HostApplicationBuilder builder, IHostedService service) =>
        builder.Services.AddSingleton(service);
}

/// <summary>Signals are the command's business, which cancels: the host listens to none.</summary>
internal sealed class CommandLifetime : IHostLifetime
{
    public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}

/// <summary>Keeps what happens at each target minute by minute, while the service runs.</summary>
internal sealed class KeptMinutes : IHostedService
{
    private readonly Dictionary<string, MinuteFollower> _followers;

    public KeptMinutes(IReadOnlyList<TargetPost> posts, ServicePlaces places, TimeProvider time)
    {
        _followers = posts.ToDictionary(
            post => post.Settings.Name,
            post => new MinuteFollower(
                post.Broker,
                post.Settings.Minutes ?? places.MinutesOf(post.Settings.Name),
                time,
                post.Logger
            ),
            StringComparer.Ordinal
        );
        Stores = _followers.ToDictionary(each => each.Key, each => each.Value.Store, StringComparer.Ordinal);
    }

    /// <summary>What is kept, by target.</summary>
    public IReadOnlyDictionary<string, MinuteStore> Stores { get; }

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        foreach (var follower in _followers.Values)
            await follower.DisposeAsync();
    }
}
