using System.CommandLine;
using RgPolicy.Cli.Configure;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp drift POLICY --target URI</c>.</summary>
internal static class DriftCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "drift",
            "Compares a server's own configuration with a policy: 0 without a difference, 1 with one, 11 where the "
                + "server enforces nothing of it.",
            "rgp drift samples/sqlserver/resource_governor.rgp --target sqlserver://dba@db1",
            "rgp drift samples/sqlserver/resource_governor.rgp --target sqlserver://dba@db1 --output json",
            "rgp drift samples/sqlserver/resource_governor.rgp --target sqlserver://dba@listener --replicas",
            "rgp drift roles.rgp --target postgres://admin@localhost/postgres"
        );
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
