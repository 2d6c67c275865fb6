using RgPolicy.Cli.ServiceControl;
using RgPolicy.Cli.Watching;
using RgPolicy.Host.Client;

namespace RgPolicy.Cli.Demo.Live;

/// <summary>The demo's governor: the sidecar and <c>rgp run</c> as an administrator starts them.</summary>
internal sealed class DemoGovernor : IAsyncDisposable
{
    // A shell makes what it starts in the background ignore interrupts.
    private const string EndSignal = "TERM";

    private static readonly TimeSpan StartPatience = TimeSpan.FromSeconds(30);
    private readonly ServiceAddress _address;
    private readonly Stack<BoundProgram> _programs = [];

    private DemoGovernor(ServiceAddress address) => _address = address;

    /// <summary>Starts both, and waits until they are ready.</summary>
    /// <exception cref="CommandException">One of them did not start; the message carries what it said.</exception>
    public static async Task<DemoGovernor> StartAsync(CliContext context, DemoDirectory directory, DemoServer server)
    {
        var place = directory.SidecarPlace;
        var guard = BoundProgram.Words($"guard --data-directory {directory.Data} --socket {place.SocketPath}");
        var loop = BoundProgram.Words($"run {directory.Policy} --server {server.Uri} --level enforce");
        var address = directory.ServiceAddress;
        var talk = BoundProgram.Words($"--status-socket {address.Socket} --pause-file {address.PauseFile}");
        var state = BoundProgram.Words($"--state-dir {place.StateDirectory}");
        var governor = new DemoGovernor(address);
        try
        {
            await governor.StartAsync(
                context,
                "rgp-sidecar",
                [.. guard, .. state],
                _ => Task.FromResult(File.Exists(place.SocketPath))
            );
            await governor.StartAsync(
                context,
                "rgp",
                [.. loop, "--sidecar", place.SocketPath, .. state, .. talk],
                async token => await WatchedService.AskAsync(address, token) is { Status.Sidecar.IsReady: true }
            );
            return governor;
        }
        catch
        {
            await governor.DisposeAsync();
            throw;
        }
    }

    /// <summary>Governs, or lets everything go.</summary>
    public Task OrderAsync(bool isGoverned, CancellationToken cancellationToken) =>
        WatchedService.OrderAsync(
            _address,
            isGoverned ? StatusQuestionKind.Resume : StatusQuestionKind.Pause,
            cancellationToken
        );

    /// <summary>What is in force now, as the sidecar read it back from the kernel.</summary>
    public async Task<DemoReading> ReadAsync(CancellationToken cancellationToken)
    {
        var (status, problem) = await WatchedService.AskAsync(_address, cancellationToken);
        return DemoReading.Of(status, problem);
    }

    public async ValueTask DisposeAsync()
    {
        while (_programs.TryPop(out var last))
            await last.DisposeAsync();
    }

    private async Task StartAsync(
        CliContext context,
        string name,
        IEnumerable<string> words,
        Func<CancellationToken, Task<bool>> isReady
    )
    {
        if (SidecarLauncher.FindCommand(context.InstallDirectory, name) is not { } command)
            throw Failed(
                $"{name} is not in {context.InstallDirectory}",
                "Install rgp and rgp-sidecar into one folder."
            );

        var program = BoundProgram.Start(EndSignal, [], [.. command, .. words], context.Time);
        _programs.Push(program);
        if (!await program.WaitUntilAsync(isReady, StartPatience, context.Interrupt))
            throw Failed($"{name} did not become ready: {program.LastWords}", "See what is missing with: rgp doctor");
    }

    private static CommandException Failed(string problem, string next) => new(ExitCode.Unreachable, problem, next);
}

/// <summary>What is in force at a moment.</summary>
/// <param name="Lever">What throttles the analysts, such as <c>cgroup v2 cpu.weight=5</c>; null while nothing does.</param>
/// <param name="IsLetGo">Nothing is governed.</param>
/// <param name="Problem">Why something that should be throttled is not; null for nothing.</param>
internal sealed record DemoReading(string? Lever, bool IsLetGo, string? Problem)
{
    public static DemoReading Of(StatusDocument? status, string problem)
    {
        var pool = status?.Pools?.FirstOrDefault(each => each.Name == DemoPolicy.Throttled)?.ReadBack;
        var moved = status?.Sidecar?.MovedProcesses;
        return new DemoReading(
            status is { IsEnforced: true } && moved > 0 ? pool?.CpuLever : null,
            status is { Paused: not null } && moved == 0,
            status is null
                ? problem
                : status.UnenforcedError
                    ?? status.Sidecar?.Error
                    ?? status.LastError
                    ?? status.Queries?.FirstOrDefault(each => each.Login == DemoServer.Analyst)?.Note
        );
    }
}
