using System.CommandLine;
using RgPolicy.Cli.Compile;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp compile POLICY --profile PROFILE</c>.</summary>
internal static class CompileCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "compile",
            "Shows what of a policy goes where on a machine.",
            "rgp compile policies/htap.rgp",
            "rgp compile policies/htap.rgp --profile host.json --output json"
        )
        {
            Details = "Phase by phase, and what is left over.",
        };
        var policy = new Argument<string>("POLICY") { Description = "The policy." };
        var target = TargetResolver.CreateOption();
        command.Arguments.Add(policy);
        command.Options.Add(target);
        command.SetAction(
            (result, cancellationToken) =>
                new CompileHandler(context).RunAsync(
                    result.GetRequiredValue(policy),
                    result.GetValue(target),
                    result.WantsJson(),
                    cancellationToken
                )
        );
        return command;
    }
}
