using System.CommandLine;
using RgPolicy.Cli.Characterise;
using RgPolicy.Cli.HostControl;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp characterise</c>.</summary>
internal static class CharacteriseCommand
{
    private const int UsualRepeats = 5;
    private static readonly TimeSpan UsualLimit = TimeSpan.FromMinutes(10);

    private static readonly Option<string> Workload = new("--workload")
    {
        Description = "SQL statements that read, each with a semicolon; '-- name: X' and '-- weight: N' before one.",
        HelpName = "FILE",
        Required = true,
    };

    private static readonly Option<string> Sweep = new("--sweep")
    {
        Description = "What is given less of, one lever after the other: cores, llc, bandwidth, read, maxdop, grant.",
        HelpName = "LEVERS",
        Required = true,
    };

    private static readonly Option<string[]> Settings = new("--settings")
    {
        Description = "Settings of your own for a lever, such as grant=1MiB,16MiB,256MiB; may be repeated.",
        HelpName = "LEVER=VALUES",
        Arity = ArgumentArity.ZeroOrMore,
    };

    private static readonly Option<int> Clients = new("--clients")
    {
        Description = "Clients that run the workload at the same time, each the whole of it; 1 by default.",
        HelpName = "N",
        DefaultValueFactory = _ => 1,
    };

    private static readonly Option<int> Repeats = new("--repeats")
    {
        Description = "Runs of each setting, 1 to 100; 5 by default.",
        HelpName = "N",
        DefaultValueFactory = _ => UsualRepeats,
    };

    private static readonly Option<int> Seed = new("--seed")
    {
        Description = "The seed that draws the order of the runs; 1 by default.",
        HelpName = "N",
        DefaultValueFactory = _ => 1,
    };

    private static readonly Option<string> OutputDirectory = new("--out", "-o")
    {
        Description = "The directory of runs and report; the same command goes on with one that was interrupted.",
        HelpName = "DIR",
        Required = true,
    };

    private static readonly Option<bool> AllowProduction = new("--allow-production")
    {
        Description = "Runs although others have sessions on the server.",
    };

    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "characterise",
            "Runs a workload with less and more of a resource, and tells how much is enough.",
            "rgp characterise --connect postgres://bench@localhost/shop --workload reports.sql --sweep maxdop,grant -o shop",
            "rgp characterise --connect postgres://bench@localhost/shop --workload reports.sql --sweep cores --clients 8 "
                + "-o cores"
        );
        var (connect, passwordFile, duration) = (LiveOptions.Connect(), LiveOptions.PasswordFile(), LiveOptions.For());
        connect.Required = true;
        var sidecar = new SidecarOptions().Socket;
        Option[] options =
        [
            connect,
            passwordFile,
            Workload,
            Sweep,
            Settings,
            Clients,
            Repeats,
            Seed,
            duration,
            OutputDirectory,
            AllowProduction,
            sidecar,
        ];
        Array.ForEach(options, command.Options.Add);
        command.SetAction(
            (result, cancellationToken) =>
            {
                var (choices, problem) = SweepChoiceReader.Read(
                    result.GetRequiredValue(Sweep),
                    result.GetValue(Settings) ?? []
                );
                return problem is not null
                    ? Task.FromResult(context.Fail(ExitCode.Usage, problem, CharacteriseHandler.Next))
                    : new CharacteriseHandler(context).RunAsync(
                        new CharacteriseRequest(
                            result.GetValue(connect) ?? "",
                            result.GetValue(passwordFile),
                            result.GetRequiredValue(Workload),
                            choices,
                            result.GetValue(Clients),
                            result.GetValue(Repeats),
                            result.GetValue(Seed),
                            result.GetValue(duration),
                            UsualLimit,
                            result.GetRequiredValue(OutputDirectory),
                            result.GetValue(AllowProduction),
                            result.GetRequiredValue(sidecar),
                            result.WantsJson()
                        ),
                        cancellationToken
                    );
            }
        );
        return command;
    }
}
