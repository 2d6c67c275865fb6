using RgPolicy.Cli.Shell;
using RgPolicy.Host.Client;
using RgPolicy.Host.Protocol;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Cli.HostControl;

/// <summary>
/// Makes this host as if it had never been governed: a running sidecar lets everything go; where none runs, its
/// executable restores from the journal.
/// </summary>
internal sealed class HostResetHandler(CliContext context)
{
    /// <summary>Resets.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(SidecarPlace place, bool json, CancellationToken cancellationToken)
    {
        var look = await SidecarAnswer.AskAsync(place, cancellationToken);
        if (look.State is not null)
        {
            return await ReleaseAsync(place, json, cancellationToken);
        }

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
            : await RestoreAsync(place, json, cancellationToken);
    }

    private async Task<int> ReleaseAsync(SidecarPlace place, bool json, CancellationToken cancellationToken)
    {
        try
        {
            await using var client = await SidecarClient.ConnectAsync(
                place.SocketPath,
                SidecarDefaults.RequestTimeout,
                cancellationToken
            );
            await client.ReleaseAllAsync(cancellationToken);
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

    private async Task<int> RestoreAsync(SidecarPlace place, bool json, CancellationToken cancellationToken)
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
            cancellationToken
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
            JsonOutput.WriteDocument(
                context,
                "rgp/host-reset/1",
                writer =>
                {
                    writer.WriteString("by", by);
                    writer.WriteString("message", message);
                }
            );
        }
        else
        {
            context.Output.WriteLine(message);
        }

        return ExitCode.Success;
    }
}
