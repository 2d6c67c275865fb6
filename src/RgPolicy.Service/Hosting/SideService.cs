using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using RgPolicy.Service.Enforcing;
using RgPolicy.Service.Logging;

namespace RgPolicy.Service.Hosting;

/// <summary>
/// A service beside the loops, such as the pages or the metrics. Whatever fails in it never ends governing: it is
/// logged once, shown in the status, and tried again with growing pauses.
/// </summary>
/// <param name="name">What it is called, as the beginning of a sentence.</param>
/// <param name="run">Runs it until it is cancelled; calls the action once it works. It throws where it does not.</param>
/// <param name="time">The clock.</param>
/// <param name="logger">Told of a failure, and of its end.</param>
public sealed class SideService(
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

    /// <summary>What it is called.</summary>
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
