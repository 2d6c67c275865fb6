using System.Diagnostics;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Testing.Stack;

/// <summary>RgPolicy as an administrator runs it: the sidecar's two processes and <c>rgp run</c>,
/// governing one cluster.</summary>
internal sealed class GovernedServer : IAsyncDisposable
{
    private readonly string _url;
    private readonly string[] _server;
    private readonly GovernedServerOptions _options;

    // In memory where there is such a place, as /run is: a journal on a disk costs more than all the
    // rest of the sidecar.
    private readonly string _directory = NewDirectory();
    private readonly List<ChildProgram> _started = [];
    private ChildProgram? _service;

    private GovernedServer(string url, string[] server, GovernedServerOptions options) =>
        (_url, _server, _options) = (url, server, options);

    private static GovernedServer Of(PostgresCluster cluster, GovernedServerOptions options) =>
        new(cluster.Url(options.Observer, options.Database), ["--data-directory", cluster.DataDirectory], options);

    /// <summary><c>rgp run</c>, the one started last.</summary>
    public ChildProgram Service => _service ?? throw new InvalidOperationException("the service was not started");

    /// <summary>The sidecar's guard as it runs now, or null.</summary>
    public int? Guard => SidecarProcess("guard");

    /// <summary>The sidecar's mover as it runs now, or null.</summary>
    public int? Mover => SidecarProcess("mover");

    /// <summary>The sidecar's processes that run now.</summary>
    public IReadOnlyList<int> SidecarProcesses => ProcessFacts.Named("rgp-sidecar").Where(IsOurs).ToList();

    /// <summary>The sidecar's socket.</summary>
    public string SidecarSocket => Path.Combine(_directory, "sidecar.sock");

    /// <summary>The directory of the sidecar's journal.</summary>
    public string StateDirectory => Path.Combine(_directory, "state");

    /// <summary>The service's socket, for <c>rgp status</c> and <c>rgp why</c>.</summary>
    public string ServiceSocket => Path.Combine(_directory, "service.sock");

    /// <summary>The service's kill switch.</summary>
    public string PauseFile => Path.Combine(_directory, "paused");

    /// <summary>Where the service notes each reaction.</summary>
    public string ReactionsFile => Path.Combine(_directory, "reactions.jsonl");

    /// <summary>Everything that the service and the sidecar have written, for messages.</summary>
    public string Said => string.Concat(_started.Select(p => $"[{p.Name}]\n{p.Output}{p.Errors}"));

    /// <summary>
    /// The cgroups that this sidecar made and that exist now; another sidecar on the same host has
    /// others, with other names.
    /// </summary>
    public IReadOnlyList<string> Groups() => SidecarJournal.Groups(StateDirectory).Where(Directory.Exists).ToList();

    /// <summary>Starts the sidecar and the service and waits until the pools exist.</summary>
    /// <exception cref="InvalidOperationException">One of them did not come up; the message carries
    /// what it said.</exception>
    public static Task<GovernedServer> StartAsync(PostgresCluster cluster, GovernedServerOptions options) =>
        StartAsync(Of(cluster, options), options);

    /// <summary>The same for a server of any kind.</summary>
    /// <param name="url">The connection of the service.</param>
    /// <param name="server">The options by which the sidecar finds the server.</param>
    /// <param name="options">How it is governed.</param>
    public static Task<GovernedServer> StartAsync(string url, string[] server, GovernedServerOptions options) =>
        StartAsync(new GovernedServer(url, server, options), options);

    private static async Task<GovernedServer> StartAsync(GovernedServer governed, GovernedServerOptions options)
    {
        try
        {
            await governed.StartSidecarAsync();
            governed.StartService();
            if (await governed.WaitUntilGoverningAsync(options.StartTimeout))
                return governed;
            await Task.Delay(100);
            throw new InvalidOperationException("RgPolicy does not govern: " + governed.Said);
        }
        catch
        {
            await governed.DisposeAsync();
            throw;
        }
    }

    /// <summary>Starts the sidecar alone; the service is left to whoever asks.</summary>
    public static async Task<GovernedServer> StartSidecarOnlyAsync(
        PostgresCluster cluster,
        GovernedServerOptions options
    )
    {
        var governed = Of(cluster, options);
        await governed.StartSidecarAsync();
        return governed;
    }

    /// <summary>The same for a server of any kind.</summary>
    public static async Task<GovernedServer> StartSidecarOnlyAsync(string[] server, GovernedServerOptions options)
    {
        var governed = new GovernedServer("", server, options);
        await governed.StartSidecarAsync();
        return governed;
    }

    /// <summary>Starts <c>rgp</c> with other words than <c>run</c>; it is <see cref="Service"/> from then on.</summary>
    public void StartService(params string[] words) => _service = Start(ProductFiles.Rgp, words);

    /// <summary>Starts the sidecar and waits for its socket, as a service manager would.</summary>
    public async Task StartSidecarAsync()
    {
        File.Delete(SidecarSocket);
        var sidecar = Start(
            ProductFiles.Sidecar,
            ["guard", .. _server, "--socket", SidecarSocket, "--state-dir", StateDirectory, .. await LimitsAsync()]
        );
        var clock = Stopwatch.StartNew();
        while (!File.Exists(SidecarSocket) && !sidecar.HasEnded && clock.Elapsed < _options.StartTimeout)
            await Task.Delay(20);
    }

    /// <summary>Starts <c>rgp run</c>.</summary>
    public void StartService() =>
        _service = Start(
            ProductFiles.Rgp,
            [
                "run",
                _options.Policy,
                "--server",
                _url,
                "--level",
                "enforce",
                "--sidecar",
                SidecarSocket,
                "--state-dir",
                StateDirectory,
                "--status-socket",
                ServiceSocket,
                "--pause-file",
                PauseFile,
                "--reactions",
                ReactionsFile,
                .. _options.ServiceArguments,
            ]
        );

    /// <summary>Waits until the pools' groups exist; false when the service ends or the time is over first.</summary>
    public async Task<bool> WaitUntilGoverningAsync(TimeSpan timeout)
    {
        var clock = Stopwatch.StartNew();
        while (clock.Elapsed < timeout && !Service.HasEnded)
        {
            if (Groups().Count > 0)
                return true;
            await Task.Delay(20);
        }

        return false;
    }

    /// <summary>Starts what has ended, as a service manager does with Restart=always.</summary>
    public async Task RepairAsync()
    {
        if (SidecarProcesses.Count == 0)
            await StartSidecarAsync();
        if (Service.HasEnded)
            StartService();
    }

    /// <summary>Runs a command of <c>rgp</c> that asks the running service.</summary>
    public Task<(int ExitCode, string Output, string Errors)> AskAsync(params string[] arguments) =>
        ChildProgram.RunAsync(
            ProductFiles.Rgp,
            [.. arguments, "--status-socket", ServiceSocket],
            TimeSpan.FromSeconds(60)
        );

    /// <summary>Stops the service as Ctrl-C does, then the sidecar; returns the service's exit code.</summary>
    public async Task<int> StopAsync()
    {
        var code = await Service.InterruptAsync(TimeSpan.FromSeconds(30));
        await StopSidecarAsync();
        return code;
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        if (_service is not null)
            await _service.DisposeAsync();
        await StopSidecarAsync();
        foreach (var program in _started)
            await program.DisposeAsync();
        foreach (var process in SidecarProcesses)
            ProcessControl.Signal(process, ProcessControl.KillNow);
        Directory.Delete(_directory, recursive: true);
    }

    // As the documents advise for a service: nothing is compiled again in the background.
    private static Dictionary<string, string?> AsAdvised { get; } =
        new(StringComparer.Ordinal) { ["DOTNET_TieredCompilation"] = "0" };

    private ChildProgram Start(string program, IEnumerable<string> arguments)
    {
        var started =
            _options.HasOwnShare ? ChildProgram.StartAsService(program, arguments, AsAdvised)
            : _options.HasOwnSession ? ChildProgram.StartAsSession(program, arguments, AsAdvised)
            : ChildProgram.Start(program, arguments, AsAdvised);
        _started.Add(started);
        return started;
    }

    /// <summary>Stops the sidecar as a service manager does, and waits until it is gone.</summary>
    public async Task StopSidecarAsync()
    {
        if (Guard is { } guard)
            ProcessControl.Signal(guard, ProcessControl.Terminate);
        var clock = Stopwatch.StartNew();
        while (SidecarProcesses.Count > 0 && clock.Elapsed < TimeSpan.FromSeconds(5))
            await Task.Delay(20);
    }

    private async Task<string[]> LimitsAsync()
    {
        if (_options.Limits is not { } limits)
            return [];
        var file = Path.Combine(_directory, "limits.json");
        await File.WriteAllTextAsync(file, limits);
        return ["--limits", file];
    }

    private int? SidecarProcess(string verb) =>
        SidecarProcesses
            .Where(p => ProcessFacts.CommandLine(p).ElementAtOrDefault(1) == verb)
            .Cast<int?>()
            .FirstOrDefault();

    private static string NewDirectory()
    {
        var parent = Directory.Exists("/dev/shm") ? "/dev/shm" : Path.GetTempPath();
        return Directory.CreateDirectory(Path.Combine(parent, "rgp-run-" + Path.GetRandomFileName())).FullName;
    }

    private bool IsOurs(int process) =>
        ProcessFacts.CommandLine(process).Contains(StateDirectory, StringComparer.Ordinal);
}
