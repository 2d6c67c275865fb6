using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Testing.Stack;

/// <summary>RgPolicy as an administrator runs it: the sidecar's two processes and <c>rgp run</c>, governing one cluster.</summary>
public sealed class GovernedServer : IAsyncDisposable
{
    private readonly string _directory;

    private GovernedServer(string directory, ChildProgram sidecar, ChildProgram service) =>
        (_directory, Sidecar, Service) = (directory, sidecar, service);

    /// <summary>The sidecar's guard; the mover is its child.</summary>
    public ChildProgram Sidecar { get; }

    /// <summary><c>rgp run</c>.</summary>
    public ChildProgram Service { get; private set; }

    /// <summary>The sidecar's socket.</summary>
    public string SidecarSocket => Path.Combine(_directory, "sidecar.sock");

    /// <summary>The service's socket, for <c>rgp status</c> and <c>rgp why</c>.</summary>
    public string ServiceSocket => Path.Combine(_directory, "service.sock");

    /// <summary>Where the service notes each reaction.</summary>
    public string ReactionsFile => Path.Combine(_directory, "reactions.jsonl");

    /// <summary>The mover, or null while it does not run.</summary>
    public int? Mover => ProcessFacts.Children(Sidecar.ProcessId).Where(ProcessFacts.IsAlive).Cast<int?>().FirstOrDefault();

    /// <summary>The processes of RgPolicy that run now.</summary>
    public IReadOnlyList<int> Processes =>
        new[] { Service.ProcessId, Sidecar.ProcessId, Mover ?? 0 }.Where(p => p > 0 && ProcessFacts.IsAlive(p)).ToList();

    /// <summary>Starts the sidecar and the service and waits until the pools exist.</summary>
    /// <exception cref="InvalidOperationException">One of them did not come up; the message carries what it said.</exception>
    public static async Task<GovernedServer> StartAsync(
        PostgresCluster cluster, string policy, string observer, string database, TimeSpan timeout)
    {
        var directory = Directory.CreateTempSubdirectory("rgp-run-").FullName;
        var sidecar = StartSidecar(cluster, directory);
        var socket = Path.Combine(directory, "sidecar.sock");
        var clock = System.Diagnostics.Stopwatch.StartNew();
        while (!File.Exists(socket) && !sidecar.HasEnded && clock.Elapsed < timeout) await Task.Delay(20);
        var governed = new GovernedServer(directory, sidecar, StartService(cluster, policy, observer, database, directory));
        if (await governed.WaitUntilGoverningAsync(timeout)) return governed;
        var said = sidecar.Output + sidecar.Errors + governed.Service.Output + governed.Service.Errors;
        await governed.DisposeAsync();
        throw new InvalidOperationException("RgPolicy does not govern: " + said);
    }

    /// <summary>Waits until the pools' groups exist; false when the service ends or the time is over first.</summary>
    public async Task<bool> WaitUntilGoverningAsync(TimeSpan timeout)
    {
        var clock = System.Diagnostics.Stopwatch.StartNew();
        while (clock.Elapsed < timeout && !Service.HasEnded && !Sidecar.HasEnded)
        {
            if (Governance.Groups().Count > 0) return true;
            await Task.Delay(20);
        }

        return false;
    }

    /// <summary>Stops the service as Ctrl-C does, then the sidecar; returns the service's exit code.</summary>
    public async Task<int> StopAsync()
    {
        var code = await Service.InterruptAsync(TimeSpan.FromSeconds(10));
        Sidecar.Signal(ProcessControl.Terminate);
        await Sidecar.WaitAsync(TimeSpan.FromSeconds(5));
        return code;
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await Service.DisposeAsync();
        await Sidecar.DisposeAsync();
        Directory.Delete(_directory, recursive: true);
    }

    private static ChildProgram StartSidecar(PostgresCluster cluster, string directory) => ChildProgram.Start(
        ProductFiles.Sidecar,
        [
            "guard", "--data-directory", cluster.DataDirectory, "--socket", Path.Combine(directory, "sidecar.sock"),
            "--state-dir", Path.Combine(directory, "state"),
        ]);

    private static ChildProgram StartService(
        PostgresCluster cluster, string policy, string observer, string database, string directory) => ChildProgram.Start(
        ProductFiles.Rgp,
        [
            "run", policy, "--connect", cluster.Url(observer, database), "--level", "enforce",
            "--sidecar", Path.Combine(directory, "sidecar.sock"), "--socket", Path.Combine(directory, "service.sock"),
            "--reactions", Path.Combine(directory, "reactions.jsonl"),
        ]);
}
