using System.CommandLine;
using RgPolicy.Cli.ServiceControl;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Watching;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp status</c>.</summary>
internal static class StatusCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "status",
            "Shows what the running service governs now.",
            "rgp status",
            "rgp status --watch",
            "rgp status --instance main --output json"
        )
        {
            Details = "As read back from the kernel.",
            Ends =
            [
                new(ExitCode.Findings, "The last policy was rejected, a server is lost, or something is not enforced."),
            ],
        };
        var watch = new Option<bool>("--watch")
        {
            Description = "A live view with keys on a terminal; elsewhere again every second, until it is interrupted.",
        };
        var service = new ServiceOptions();
        command.Options.Add(watch);
        service.AddTo(command);
        command.SetAction(
            (result, cancellationToken) =>
            {
                var (handler, addresses) = (new StatusHandler(context), service.Addresses(context, result));
                return (result.GetValue(watch), Viewer(context, result)) switch
                {
                    (false, _) => handler.RunAsync(addresses, result.WantsJson(), cancellationToken),
                    (true, { } keyboard) => new StatusWatch(context, keyboard, addresses).RunAsync(cancellationToken),
                    _ => handler.WatchAsync(addresses, result.WantsJson(), cancellationToken),
                };
            }
        );
        return command;
    }

    /// <summary>The terminal that can show a live view and take its keys; null where the output goes
    /// elsewhere.</summary>
    private static IKeyboard? Viewer(CliContext context, ParseResult result) =>
        context.IsOutputTerminal && !result.WantsJson() ? context.Keyboard : null;
}
