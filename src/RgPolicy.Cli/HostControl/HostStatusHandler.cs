using RgPolicy.Cli.Shell;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Cli.HostControl;

/// <summary>Shows what is in force on this host: the sidecar's answer, else what the kernel's files show.</summary>
internal sealed class HostStatusHandler(CliContext context)
{
    /// <summary>Shows the sidecar's state, or what is left of one that no longer runs.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(SidecarPlace place, bool json, CancellationToken cancellationToken)
    {
        var look = await SidecarAnswer.AskAsync(place, cancellationToken);
        var traces = look.State is null ? HostTraces.Read(context.HostRoot, place.StateDirectory) : null;
        if (json)
        {
            HostStatusJson.Write(context, look, traces);
        }
        else if (look.State is { } state)
        {
            HostStatusText.Write(context, state);
        }
        else if (traces is not null && !look.IsDenied)
        {
            HostStatusText.Write(context, traces);
        }

        return Conclude(look, traces);
    }

    private int Conclude(SidecarAnswer look, HostTraces? traces)
    {
        if (look.IsDenied)
        {
            return context.Fail(
                ExitCode.Unreachable,
                "a sidecar runs, but does not let this user in",
                look.Problem ?? ""
            );
        }

        if (traces is { IsClean: false })
        {
            context.Error.WriteLine("To clean up: sudo rgp host reset");
        }

        return ExitCode.Success;
    }
}
