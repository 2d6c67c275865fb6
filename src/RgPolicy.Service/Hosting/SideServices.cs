using Microsoft.Extensions.Logging;
using RgPolicy.Service.Minutes;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Web;

namespace RgPolicy.Service.Hosting;

/// <summary>The services that a command or a service has beside its loops.</summary>
/// <param name="time">The clock.</param>
public sealed class SideServices(TimeProvider time)
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
