using System.CommandLine;
using RgPolicy.Cli.Configure;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp facts --connect URI</c>.</summary>
internal static class FactsCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "facts",
            "Keeps what a plan for a SQL Server depends on, for `rgp plan --facts`; of PostgreSQL the sizes of "
                + "tables and indexes, for `rgp plan-info --catalog`. Nothing is changed.",
            "rgp facts --connect sqlserver://dba@db1 -o server.json",
            "rgp facts --connect postgres://dba@db2/shop -o catalog.json",
            "rgp plan samples/sqlserver/resource_governor.rgp --facts server.json --script change.sql"
        );
        var connect = new Option<string>("--connect")
        {
            Description =
                "The server, such as sqlserver://login@host:1433; the password is taken from RGPOLICY_PASSWORD.",
            HelpName = "URI",
            Required = true,
        };
        var passwordFile = LiveOptions.PasswordFile();
        var output = new Option<string?>("--out", "-o")
        {
            Description = "The file to write; without it standard output.",
            HelpName = "F.json",
        };
        Option[] options = [connect, passwordFile, output];
        Array.ForEach(options, command.Options.Add);
        command.SetAction(
            (result, cancellationToken) =>
                new FactsHandler(context).RunAsync(
                    new ServerChoice(result.GetRequiredValue(connect), result.GetValue(passwordFile), null),
                    result.GetValue(output),
                    cancellationToken
                )
        );
        return command;
    }
}
