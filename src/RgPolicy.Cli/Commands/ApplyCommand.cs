using System.CommandLine;
using RgPolicy.Cli.Configure;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp apply F</c> and <c>rgp apply POLICY --target URI</c>.</summary>
internal static class ApplyCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "apply",
            "Changes a server's own configuration by a saved plan or a policy; what was done is read back, and a "
                + "failure is taken back.",
            "rgp apply change.json",
            "rgp apply samples/sqlserver/resource_governor.rgp --target sqlserver://dba@db1 --yes",
            "rgp apply roles.rgp --target postgres://admin@localhost/postgres"
        );
        var file = new Argument<string>("FILE") { Description = "A plan that `rgp plan --out` wrote, or a policy." };
        var (takesOver, yes) = (ServerOptions.TakesOver(), ServerOptions.Yes());
        command.Arguments.Add(file);
        var server = new ServerOptions(command, isRequired: false);
        command.Options.Add(takesOver);
        command.Options.Add(yes);
        server.AddReplicas(command);
        command.SetAction(
            (result, cancellationToken) =>
            {
                var choice = server.Read(result);
                return new ApplyHandler(context).RunAsync(
                    new ApplyRequest(
                        result.GetRequiredValue(file),
                        server.Target(result),
                        choice.PasswordFile,
                        choice.Journal,
                        result.GetValue(takesOver),
                        result.GetValue(yes),
                        result.WantsJson()
                    )
                    {
                        AllReplicas = choice.AllReplicas,
                    },
                    cancellationToken
                );
            }
        );
        return command;
    }
}
