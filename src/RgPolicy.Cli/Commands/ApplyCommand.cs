using System.CommandLine;
using RgPolicy.Cli.Configure;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp apply F</c> and <c>rgp apply POLICY --server URI</c>.</summary>
internal static class ApplyCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "apply",
            "Changes a server as a plan or a policy says.",
            "rgp apply change.json",
            "rgp apply samples/sqlserver/resource_governor.rgp --server sqlserver://dba@db1 --yes",
            "rgp apply roles.rgp --server postgres://admin@localhost/postgres"
        )
        {
            Details = "What was done is read back; when a step fails, all is put back as it was.",
            Ends =
            [
                new(
                    ExitCode.NothingEnforced,
                    "Nothing to do: the server's own configuration carries out nothing of the policy."
                ),
            ],
        };
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
