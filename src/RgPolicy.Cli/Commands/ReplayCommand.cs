using System.CommandLine;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Policies;
using RgPolicy.Cli.Recordings;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp replay</c>.</summary>
internal static class ReplayCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "replay",
            "Says what a policy would have done to a recording.",
            "rgp replay monday.rgrec --policy policies/htap.rgp",
            "rgp replay monday.rgrec --policy policies/htap.rgp --against policies/noll2018.rgp --output json"
        )
        {
            Details = "And how another policy differs.",
        };
        var recording = new Argument<string>("RECORDING") { Description = "A recording made by rgp record." };
        var policy = PolicyOption.Create();
        var against = new Option<string?>("--against")
        {
            Description = "Another policy to compare with.",
            HelpName = "FILE",
        };
        var speed = LiveOptions.Speed();
        command.Arguments.Add(recording);
        command.Options.Add(policy);
        command.Options.Add(against);
        command.Options.Add(speed);
        command.SetAction(
            (result, cancellationToken) =>
                new ReplayHandler(context).RunAsync(
                    new ReplayRequest(
                        result.GetRequiredValue(recording),
                        result.GetRequiredValue(policy),
                        result.GetValue(against),
                        result.GetValue(speed),
                        result.WantsJson()
                    ),
                    cancellationToken
                )
        );
        return command;
    }
}
