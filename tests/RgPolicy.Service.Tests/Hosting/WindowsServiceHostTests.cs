using RgPolicy.Service.Hosting;
using RgPolicy.Service.Tests.Scripted;
using RgPolicy.Service.Windows;

namespace RgPolicy.Service.Tests.Hosting;

public sealed class WindowsServiceHostTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly ScriptedWindows _windows = new();
    private readonly TaskCompletionSource<INotifier> _running = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _reloads;

    [Fact]
    public async Task TryRun_StartedByTheManager_TellsEachStateAndStops()
    {
        var host = Task.Run(Host().TryRun);
        var notifier = await _running.Task.WaitAsync(Patience);
        Assert.Equal("Starting", States());

        notifier.Notify("READY=1\nSTATUS=1 of 1 targets watched");
        notifier.Notify("STATUS=1 of 1 targets watched");
        Assert.Equal(0, _windows.Handler!(ServiceControl.ParameterChange));
        Assert.Equal(0, _windows.Handler!(ServiceControl.Interrogate));
        Assert.Equal("Starting Running Running", States());

        Assert.Equal(0, _windows.Handler!(ServiceControl.Stop));
        Assert.True(await host.WaitAsync(Patience));
        Assert.Equal("Starting Running Running Stopping Stopped", States());
        Assert.Equal(0, _windows.Statuses[^1].ExitCode);
        Assert.Equal(1, _reloads);
    }

    [Fact]
    public async Task TryRun_ServiceFails_LetsTheManagersRecoveryAct()
    {
        var host = Task.Run(Host(exitCode: 2).TryRun);
        await _running.Task.WaitAsync(Patience);
        _windows.Handler!(ServiceControl.Shutdown);
        await host.WaitAsync(Patience);

        Assert.Equal((ServiceState.Stopped, 1066), (_windows.Statuses[^1].State, _windows.Statuses[^1].ExitCode));
    }

    [Fact]
    public async Task Notify_ReadyAfterStop_DoesNotRunAgain()
    {
        var host = Task.Run(Host().TryRun);
        var notifier = await _running.Task.WaitAsync(Patience);
        _windows.Hold = true;
        _windows.Handler!(ServiceControl.Stop);
        notifier.Notify("READY=1");
        _windows.Hold = false;
        await host.WaitAsync(Patience);

        Assert.DoesNotContain("Running", States(), StringComparison.Ordinal);
        Assert.True(_windows.Statuses[1].Checkpoint > _windows.Statuses[0].Checkpoint);
    }

    [Fact]
    public async Task Control_Unknown_IsNotImplemented()
    {
        var host = Task.Run(Host().TryRun);
        await _running.Task.WaitAsync(Patience);

        Assert.Equal(120, _windows.Handler!((ServiceControl)2));

        _windows.Handler!(ServiceControl.Stop);
        await host.WaitAsync(Patience);
    }

    [Fact]
    public void TryRun_FromAConsole_RunsNothing()
    {
        _windows.IsManagers = false;

        Assert.False(Host().TryRun());
        Assert.Empty(_windows.Statuses);
    }

    private WindowsServiceHost Host(int exitCode = 0) =>
        new(
            _windows,
            "RgPolicy",
            async (notifier, stop) =>
            {
                _running.SetResult(notifier);
                await Task.WhenAny(Task.Delay(Timeout.Infinite, stop));
                while (_windows.Hold)
                    await Task.Delay(1, CancellationToken.None);
                return exitCode;
            },
            () => Interlocked.Increment(ref _reloads)
        );

    private string States() => string.Join(' ', _windows.Statuses.Select(each => each.State));
}
