using System.Globalization;
using RgPolicy.Cli.HostControl;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms;
using RgPolicy.Dbms.Starting;
using RgPolicy.Host.Client;
using RgPolicy.Host.Protocol;
using RgPolicy.Service.Settings;

namespace RgPolicy.Cli.Live;

/// <summary>Refuses to start governing where it could not govern, and says what to do.</summary>
internal static class EnforceReadiness
{
    /// <summary>Governed by its own means, from wherever it can be reached.</summary>
    private const string SqlServer = "sqlserver";

    private const string ObserveInstead = "Or watch only, with --level observe or advise.";

    /// <summary>Null when governing may start.</summary>
    public static async Task<Refusal?> CheckAsync(
        CliContext context, RunRequest request, IObserver observer, IStartReport? report, CancellationToken cancellationToken)
    {
        if (request.Level != GovernorLevel.Enforce)
        {
            return null;
        }

        if (observer.Server.Kind == SqlServer)
        {
            return null;
        }

        if (!observer.Server.IsLocal)
        {
            return new Refusal(
                ExitCode.Usage,
                $"{observer.Server.Target} is not on this host, so its processes cannot be governed from here",
                $"Run rgp on that host, connected through its socket or localhost. {ObserveInstead}");
        }

        var look = await LookAsync(context, request.Sidecar, report, cancellationToken);
        if (look.State is { } sidecar)
        {
            return CheckServer(context, observer, sidecar);
        }

        await RescueAsync(context, request.Sidecar);
        return new Refusal(ExitCode.Unreachable, look.Problem ?? "there is no sidecar", ObserveInstead);
    }

    private static async Task<SidecarLook> LookAsync(
        CliContext context, SidecarPlace place, IStartReport? report, CancellationToken cancellationToken)
    {
        try
        {
            return await new StartSteps(place.SocketPath, context.Time, report).RunAsync(
                StartStep.Sidecar, token => SidecarLook.AskAsync(place, token), cancellationToken);
        }
        catch (ObserveException late)
        {
            return new SidecarLook(null, late.Message, IsDenied: false);
        }
    }

    /// <summary>A sidecar that guards another server refuses every move: better said at once.</summary>
    private static Refusal? CheckServer(CliContext context, IObserver observer, SidecarState sidecar)
    {
        if (sidecar.Postmaster is not { } guarded || MainProcess(context, observer) is not { } watched || guarded == watched)
        {
            return null;
        }

        return new Refusal(
            ExitCode.Usage,
            $"the sidecar guards the server with main process {guarded}, but {observer.Server.Target} has main process {watched}",
            $"Start the sidecar with --data-directory {observer.Server.DataDirectory}.");
    }

    private static int? MainProcess(CliContext context, IObserver observer)
    {
        if (observer.Server.DataDirectory is not { } directory)
        {
            return null;
        }

        var line = context.HostRoot.ReadLines(Path.Join(directory, "postmaster.pid")).FirstOrDefault();
        return int.TryParse(line, NumberStyles.None, CultureInfo.InvariantCulture, out var processId) ? processId : null;
    }

    /// <summary>Without a service manager nobody else restores what a killed sidecar left behind.</summary>
    private static async Task RescueAsync(CliContext context, SidecarPlace place)
    {
        if (context.IsRoot && HostTraces.Read(context.HostRoot, place.StateDirectory).Journal is not null
            && await new SidecarRescue(place.InstallDirectory).RunAsync(place.StateDirectory))
        {
            context.Error.WriteLine("A sidecar that was killed had left processes governed; all are restored.");
        }
    }
}
