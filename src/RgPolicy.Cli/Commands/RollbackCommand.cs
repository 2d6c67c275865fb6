using System.CommandLine;
using RgPolicy.Cli.Configure;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp rollback --server URI</c>.</summary>
internal static class RollbackCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "rollback",
            "Restores a server as it was before the last change.",
            "rgp rollback --server sqlserver://dba@db1",
            "rgp rollback --server sqlserver://dba@db1 --all --yes",
            "rgp rollback --server postgres://admin@localhost/postgres"
        );
        var server = new ServerOptions(command, isRequired: true);
        var all = new Option<bool>("--all") { Description = "Back to before the first change." };
        var off = new Option<bool>("--off")
        {
            Description =
                "Lifts every limit at once and needs no journal; what SQL Server has stored stays, settings of "
                + "PostgreSQL's roles are reset.",
        };
        var yes = ServerOptions.Yes();
        Option[] options = [all, off, yes];
        Array.ForEach(options, command.Options.Add);
        server.AddReplicas(command);
        command.SetAction(
            (result, cancellationToken) =>
                new RollbackHandler(context).RunAsync(
                    new RollbackRequest(
                        server.Read(result),
                        result.GetValue(all),
                        result.GetValue(off),
                        result.GetValue(yes),
                        result.WantsJson()
                    ),
                    cancellationToken
                )
        );
        return command;
    }
}
