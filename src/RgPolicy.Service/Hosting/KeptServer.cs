using Microsoft.Extensions.Hosting;

namespace RgPolicy.Service.Hosting;

/// <summary>
/// Serves something while the service runs. Where it cannot be served at the start, because the disk is full or another
/// program holds the place, it is tried again with growing pauses.
/// </summary>
/// <param name="tryStart">Starts serving, or says why not and returns null.</param>
/// <param name="time">The clock.</param>
internal sealed class KeptServer(Func<Task<IAsyncDisposable?>> tryStart, TimeProvider time) : BackgroundService
{
    private static readonly TimeSpan FirstPause = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan LongestPause = TimeSpan.FromMinutes(5);

    private IAsyncDisposable? _server;

    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        _server = await tryStart();
        await base.StartAsync(cancellationToken);
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        if (_server is { } server)
        {
            await server.DisposeAsync();
        }
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        for (var pause = FirstPause; _server is null; pause = pause * 2 < LongestPause ? pause * 2 : LongestPause)
        {
            await Task.Delay(pause, time, stoppingToken);
            _server = await tryStart();
        }
    }
}
