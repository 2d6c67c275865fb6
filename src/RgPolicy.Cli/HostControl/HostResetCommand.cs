using RgPolicy.Host.Client;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Cli.HostControl;

/// <summary><c>rgp host reset</c>: lets every process go and removes every pool, through the sidecar or from its journal.</summary>
internal sealed class HostResetCommand(CliContext context)
{
    private static readonly SidecarOptions Sidecar = new();

    public static RgpCommand Create(CliContext context) =>
        new RgpCommand(
            "reset",
            "Lets every process go and removes every pool.",
            "sudo rgp host reset",
            "sudo rgp host reset --state-dir /run/rgpolicy"
        )
        {
            Details = "The host is then as if it had never been governed.",
        }
            .Takes(Sidecar.Socket, Sidecar.StateDirectory)
            .Does(new HostResetCommand(context).RunAsync);

    private async Task<int> RunAsync(ParseResult result)
    {
        var (place, json) = (Sidecar.Place(context, result), result.WantsJson());
        var look = await SidecarAnswer.AskAsync(place, context.Interrupt);
        if (look.State is not null)
            return await ReleaseAsync(place, json);

        if (look.IsDenied)
        {
            return context.Fail(
                ExitCode.Unreachable,
                look.Problem ?? "no access to the sidecar",
                "Run it as root: sudo rgp host reset"
            );
        }

        return HostTraces.Read(context.HostRoot, place.StateDirectory).IsClean
            ? Report(json, "nothing", "No sidecar runs, and nothing of RgPolicy is in force on this host.")
            : await RestoreAsync(place, json);
    }

    private async Task<int> ReleaseAsync(SidecarPlace place, bool json)
    {
        try
        {
            await using var client = await SidecarClient.ConnectAsync(
                place.SocketPath,
                SidecarDefaults.RequestTimeout,
                context.Interrupt
            );
            await client.ReleaseAllAsync(context.Interrupt);
            return Report(json, "sidecar", "The sidecar has let every process go and removed its pools.");
        }
        catch (SidecarException error)
        {
            return context.Fail(
                ExitCode.Unreachable,
                error.Message,
                "If a governing service or `rgp run` holds the sidecar, end that first (systemctl stop rgpolicy, or "
                    + "Ctrl-C): it lets everything go."
            );
        }
    }

    private async Task<int> RestoreAsync(SidecarPlace place, bool json)
    {
        if (!context.IsRoot)
        {
            return context.Fail(
                ExitCode.Unreachable,
                "only root may restore processes and remove groups",
                "Run it as root: sudo rgp host reset"
            );
        }

        var (exitCode, output) = await SidecarLauncher.ResetAsync(
            place.InstallDirectory,
            place.StateDirectory,
            context.Interrupt
        );
        return exitCode == 0
            ? Report(json, "journal", "Everything that the journal names is restored.")
            : context.Fail(
                ExitCode.Unreachable,
                $"rgp-sidecar reset ended with {exitCode}: {output.Trim().ReplaceLineEndings(" ")}",
                $"See what is left with `rgp host status`; the journal is in {place.StateDirectory}."
            );
    }

    private int Report(bool json, string by, string message)
    {
        if (json)
        {
            new JsonReport(context, "rgp/host-reset/1").Write(writer =>
            {
                writer.WriteString("by", by);
                writer.WriteString("message", message);
            });
        }
        else
        {
            context.Output.WriteLine(message);
        }

        return ExitCode.Success;
    }
}
