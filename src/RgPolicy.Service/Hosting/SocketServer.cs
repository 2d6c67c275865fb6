using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using RgPolicy.Service.Status;

namespace RgPolicy.Service.Hosting;

/// <summary>Serves one target's status on its socket while the service runs.</summary>
internal sealed class SocketServer(string path, StatusDesk desk, TimeProvider time, ILogger logger) : IHostedService
{
    private StatusServer? _server;

    public Task StartAsync(CancellationToken cancellationToken)
    {
        _server = StatusServer.TryStart(path, desk, time, logger);
        return Task.CompletedTask;
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        if (_server is { } server)
        {
            await server.DisposeAsync();
        }
    }
}
