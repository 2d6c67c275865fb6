using RgPolicy.Dbms.MySql;
using RgPolicy.Dbms.Starting;
using RgPolicy.Host.Client;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Service.Composing;

/// <summary>Refuses to start governing where it could not govern, and says what to do.</summary>
internal sealed class EnforceReadiness(HostPlace place, Action<string> tell)
{
    /// <summary>Governed by its own means, from wherever it can be reached.</summary>
    private const string SqlServer = "sqlserver";

    private const string ObserveInstead = "Or watch only, with --level observe or advise.";

    /// <summary>Null when governing may start.</summary>
    public async Task<Refusal?> CheckAsync(
        GovernorLevel level,
        SidecarPlace sidecar,
        IObserver observer,
        IStartReport? report,
        CancellationToken cancellationToken
    )
    {
        if (level != GovernorLevel.Enforce)
            return null;

        if (observer.Server.Kind == SqlServer)
            return null;

        if (observer is MySqlObserver { WhyNoThreads: { } problem })
            return new Refusal(RefusalKind.Usage, $"{observer.Server.Target} {problem}", ObserveInstead);

        if (OperatingSystem.IsWindows())
        {
            return new Refusal(
                RefusalKind.Usage,
                "a server of this kind is governed by a sidecar, which there is for Linux only",
                ObserveInstead
            );
        }

        if (!observer.Server.IsLocal)
        {
            return new Refusal(
                RefusalKind.Usage,
                $"{observer.Server.Target} is not on this host, so its processes cannot be governed from here",
                $"Run rgp on that host, connected through its socket or localhost. {ObserveInstead}"
            );
        }

        var look = await LookAsync(sidecar, report, cancellationToken);
        if (look.State is { } state)
            return CheckServer(observer, state);

        await RescueAsync(sidecar);
        return new Refusal(RefusalKind.Unreachable, look.Problem ?? "there is no sidecar", ObserveInstead);
    }

    private async Task<SidecarAnswer> LookAsync(
        SidecarPlace sidecar,
        IStartReport? report,
        CancellationToken cancellationToken
    )
    {
        try
        {
            return await new StartSteps(sidecar.SocketPath, place.Time, report).RunAsync(
                StartStep.Sidecar,
                token => SidecarAnswer.AskAsync(sidecar, token),
                cancellationToken
            );
        }
        catch (ObserveException late)
        {
            return new SidecarAnswer(null, late.Message, IsDenied: false);
        }
    }

    /// <summary>A sidecar that guards another server refuses every move: better said at once.</summary>
    private Refusal? CheckServer(IObserver observer, SidecarState sidecar)
    {
        if (sidecar.Postmaster is not { } guarded || MainProcess(observer) is not { } watched || guarded == watched)
            return null;

        return new Refusal(
            RefusalKind.Usage,
            $"the sidecar guards the server with main process {guarded}, but {observer.Server.Target} has main "
                + $"process {watched}",
            $"Start the sidecar with {ServerOption(observer)}."
        );
    }

    private static string ServerOption(IObserver observer) =>
        observer is MySqlObserver
            ? $"--data-directory {observer.Server.DataDirectory} --pid-file FILE, the server's pid_file"
            : $"--data-directory {observer.Server.DataDirectory}";

    private int? MainProcess(IObserver observer)
    {
        if (observer.Server.ProcessId is { } known)
            return known;

        if (observer.Server.DataDirectory is not { } directory)
            return null;

        var line = place.Root.ReadLines(Path.Join(directory, "postmaster.pid")).FirstOrDefault();
        return int.TryParse(line, NumberStyles.None, CultureInfo.InvariantCulture, out var processId)
            ? processId
            : null;
    }

    /// <summary>Without a service manager nothing else restores what a killed sidecar left behind.</summary>
    private async Task RescueAsync(SidecarPlace sidecar)
    {
        if (
            place.IsRoot
            && HostTraces.Read(place.Root, sidecar.StateDirectory).Journal is not null
            && await new SidecarRescue(sidecar.InstallDirectory).RunAsync(sidecar.StateDirectory)
        )
            tell("A sidecar that was killed had left processes governed; all are restored.");
    }
}
