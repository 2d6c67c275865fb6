using System.CommandLine;
using RgPolicy.Cli.Configure;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp drift POLICY --server URI</c>.</summary>
internal static class DriftCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "drift",
            "Compares a server's configuration with a policy.",
            "rgp drift samples/sqlserver/resource_governor.rgp --server sqlserver://dba@db1",
            "rgp drift samples/sqlserver/resource_governor.rgp --server sqlserver://dba@db1 --output json",
            "rgp drift samples/sqlserver/resource_governor.rgp --server sqlserver://dba@listener --replicas",
            "rgp drift roles.rgp --server postgres://admin@localhost/postgres"
        )
        {
            Ends =
            [
                new(ExitCode.Success, "There is no difference."),
                new(ExitCode.Findings, "There are differences."),
                new(
                    ExitCode.NothingEnforced,
                    "There is no difference, because the server carries out nothing of the policy."
                ),
            ],
        };
        var policy = new Argument<string>("POLICY") { Description = "The policy." };
        command.Arguments.Add(policy);
        var server = new ServerOptions(command, isRequired: true);
        server.AddReplicas(command);
        command.SetAction(
            (result, cancellationToken) =>
                new DriftHandler(context).RunAsync(
                    result.GetRequiredValue(policy),
                    server.Read(result),
                    result.WantsJson(),
                    cancellationToken
                )
        );
        return command;
    }
}
