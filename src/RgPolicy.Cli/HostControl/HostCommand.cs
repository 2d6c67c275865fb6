namespace RgPolicy.Cli.HostControl;

/// <summary><c>rgp host</c>: shows or undoes what is in force on this host.</summary>
internal sealed class HostCommand(CliContext context)
{
    private static readonly SidecarOptions Sidecar = new();

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "host",
            "Shows or undoes what is in force on this host.",
            "rgp host status",
            "sudo rgp host reset"
        ).Takes(CreateStatus(context), HostResetCommand.Create(context));

    private static RgpCommand CreateStatus(CliContext context) =>
        new RgpCommand(
            "status",
            "Shows which pools and processes are governed now.",
            "rgp host status",
            "rgp host status --output json"
        )
            .Takes(Sidecar.Socket, Sidecar.StateDirectory)
            .Does(new HostCommand(context).RunAsync);

    /// <summary>Shows the sidecar's state, or what is left of one that no longer runs.</summary>
    private async Task<int> RunAsync(ParseResult result)
    {
        var place = Sidecar.Place(context, result);
        var look = await SidecarAnswer.AskAsync(place, context.Interrupt);
        var traces = look.State is null ? HostTraces.Read(context.HostRoot, place.StateDirectory) : null;
        if (result.WantsJson())
            HostStatusJson.Write(context, look, traces);
        else if (look.State is { } state)
            HostStatusText.Write(context, state);
        else if (traces is not null && !look.IsDenied)
            HostStatusText.Write(context, traces);

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
            context.Error.WriteLine("To clean up: sudo rgp host reset");

        return ExitCode.Success;
    }
}
