using System.CommandLine;
using RgPolicy.Cli.Configure;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp import --server URI</c>.</summary>
internal static class ImportCommand
{
    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "import",
            "Writes a server's configuration as a policy.",
            "rgp import --server sqlserver://dba@db1 --out present.rgp",
            "rgp import --server sqlserver://dba@db1 --output json"
        )
        {
            Details =
                "Of SQL Server, MariaDB and MySQL. What a policy cannot say stands in it as a comment. Nothing is changed.",
            Ends =
            [
                new(
                    ExitCode.Findings,
                    "The policy would class or limit a session otherwise; with --strict: it cannot say all."
                ),
            ],
        };
        var server = new ServerOptions(command, isRequired: true);
        var output = new Option<string?>("--out")
        {
            Description = "The policy to write; without it standard output.",
            HelpName = "FILE",
        };
        var strict = new Option<bool>("--strict")
        {
            Description =
                "Ends with 1 where a policy cannot say all of it, and not only where a session would be "
                + "classed or limited otherwise.",
        };
        command.Options.Add(output);
        command.Options.Add(strict);
        command.SetAction(
            (result, cancellationToken) =>
                new ImportHandler(context).RunAsync(
                    server.Read(result),
                    result.GetValue(output),
                    result.GetValue(strict),
                    result.WantsJson(),
                    cancellationToken
                )
        );
        return command;
    }
}
