using System.CommandLine;
using RgPolicy.Cli.Comparing;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp diff OLD NEW</c>.</summary>
internal static class DiffCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "diff",
            "Says what changes in meaning from one policy to another.",
            "rgp diff policies/htap.rgp policies/noll2018.rgp",
            "rgp diff policies/htap.rgp policies/noll2018.rgp --output json"
        )
        {
            Details =
                "Region by region, with a sample query each. With --recording: how many of its queries change class.",
            Ends =
            [
                new(ExitCode.Findings, "With --fail-on-change: the policies differ, or their equality is not proved."),
            ],
        };
        var old = new Argument<string>("OLD") { Description = "The policy before." };
        var @new = new Argument<string>("NEW") { Description = "The policy after." };
        var workload = LiveOptions.Recording("--workload");
        var target = TargetResolver.CreateOption();
        command.Arguments.Add(old);
        command.Arguments.Add(@new);
        command.Options.Add(workload);
        var fails = new Option<bool>("--fail-on-change")
        {
            Description = "Exits with 1 unless it is proved that nothing changes.",
        };
        command.Options.Add(fails);
        command.Options.Add(target);
        command.SetAction(
            (result, cancellationToken) =>
                new DiffHandler(context).RunAsync(
                    new DiffRequest(
                        result.GetRequiredValue(old),
                        result.GetRequiredValue(@new),
                        result.GetValue(workload),
                        result.GetValue(target),
                        result.WantsJson(),
                        result.GetValue(fails)
                    ),
                    cancellationToken
                )
        );
        return command;
    }
}
