using RgPolicy.Service.Metrics.Otlp;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Status.Answers;

namespace RgPolicy.Service.Hosting;

/// <summary>Sends the metrics of all targets to a collector, again and again.</summary>
internal sealed class OtlpSender(OtlpSettings settings, IEnumerable<SiteTarget> targets, TimeProvider time)
{
    private readonly MetricsSource _metrics = new([.. targets]);

    /// <summary>Sends until it is cancelled.</summary>
    /// <param name="sent">Called when the collector has accepted them.</param>
    /// <param name="cancellationToken">Ends it.</param>
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
