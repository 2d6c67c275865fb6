using System.CommandLine;
using RgPolicy.Cli.ServiceControl;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp status</c>.</summary>
internal static class StatusCommand
{
    /// <summary>Makes it.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "status",
            "Says what the running service governs at this moment, as read back from the kernel.",
            "rgp status",
            "rgp status --watch",
            "rgp status --target main --output json");
        var watch = new Option<bool>("--watch") { Description = "Again every second, until it is interrupted." };
        var service = new ServiceOptions();
        command.Options.Add(watch);
        service.AddTo(command);
        command.SetAction((result, cancellationToken) =>
        {
            var (handler, addresses) = (new StatusHandler(context), service.Addresses(context, result));
            return result.GetValue(watch)
                ? handler.WatchAsync(addresses, result.WantsJson(), cancellationToken)
                : handler.RunAsync(addresses, result.WantsJson(), cancellationToken);
        });
        return command;
    }
}
