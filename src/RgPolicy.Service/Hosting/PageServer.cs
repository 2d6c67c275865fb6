using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using RgPolicy.Service.Web;

namespace RgPolicy.Service.Hosting;

/// <summary>Serves the status page of all targets while the service runs.</summary>
internal sealed class PageServer(ListenAddress address, IReadOnlyList<SiteTarget> targets, TimeProvider time, ILogger logger) : IHostedService
{
    private StatusSite? _site;

    public async Task StartAsync(CancellationToken cancellationToken) =>
        _site = await StatusSite.TryStartAsync(address, targets, time, logger);

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        if (_site is { } site)
        {
            await site.DisposeAsync();
        }
    }
}
