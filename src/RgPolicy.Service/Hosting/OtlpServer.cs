using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using RgPolicy.Service.Logging;
using RgPolicy.Service.Metrics.Otlp;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Status.Answers;

namespace RgPolicy.Service.Hosting;

/// <summary>Sends the metrics of all targets to a collector, again and again; a collector that is away
/// is told of once.</summary>
internal sealed class OtlpServer(
    OtlpSettings settings,
    IEnumerable<SiteTarget> targets,
    TimeProvider time,
    ILogger logger
) : BackgroundService
{
    private readonly MetricsSource _metrics = new([.. targets]);
    private bool _isAway;

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var exporter = new OtlpExporter(settings);
        using var timer = new PeriodicTimer(settings.Interval, time);
        try
        {
            do
            {
                await SendAsync(exporter, stoppingToken);
            } while (await timer.WaitForNextTickAsync(stoppingToken));
        }
        catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
        {
            // The service ends.
        }
    }

    private async Task SendAsync(OtlpExporter exporter, CancellationToken cancellationToken)
    {
        var families = await _metrics.GetAsync(cancellationToken);
        // The exporter waits on its thread for the collector: not on the loop's.
        var isSent = await Task.Run(() => exporter.Send(families), cancellationToken);
        if (!isSent && !_isAway)
        {
            logger.MetricsNotSent(settings.Endpoint.GetLeftPart(UriPartial.Path));
        }
        else if (isSent && _isAway)
        {
            logger.MetricsSentAgain(settings.Endpoint.GetLeftPart(UriPartial.Path));
        }

        _isAway = !isSent;
    }
}
