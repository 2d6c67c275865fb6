using System.CommandLine;
using RgPolicy.Cli.Configure;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp facts --server URI</c>.</summary>
internal static class FactsCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "facts",
            "Saves what plans need to know of a server.",
            "rgp facts --server sqlserver://dba@db1 --out server.json",
            "rgp facts --server postgres://dba@db2/shop --out catalog.json",
            "rgp plan samples/sqlserver/resource_governor.rgp --facts server.json --script change.sql"
        )
        {
            Details =
                "Of SQL Server for rgp plan --facts; of PostgreSQL the sizes of tables and indexes, for rgp query-plan --catalog. Nothing is changed.",
        };
        var connect = LiveOptions.Connect();
        connect.Required = true;
        var passwordFile = LiveOptions.PasswordFile();
        var output = new RenamedOption<string?>("--out", "-o")
        {
            Description = "The file to write; without it standard output.",
            HelpName = "FILE",
        };
        Option[] options = [connect, passwordFile, output];
        Array.ForEach(options, command.Options.Add);
        command.SetAction(
            (result, cancellationToken) =>
                new FactsHandler(context).RunAsync(
                    new ServerChoice(result.GetValue(connect) ?? "", result.GetValue(passwordFile), null),
                    result.GetValue(output),
                    cancellationToken
                )
        );
        return command;
    }
}
