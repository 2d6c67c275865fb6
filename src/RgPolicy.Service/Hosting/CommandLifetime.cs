using Microsoft.Extensions.Hosting;

namespace RgPolicy.Service.Hosting;

/// <summary>Signals are the command's business, which cancels: the host listens to none.</summary>
internal sealed class CommandLifetime : IHostLifetime
{
    public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
