using System.CommandLine;
using RgPolicy.Cli.Characterise;
using RgPolicy.Cli.Characterise.Comparing;
using RgPolicy.Cli.HostControl;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp characterise</c>.</summary>
internal static class CharacteriseCommand
{
    private const int UsualRepeats = 5;
    private static readonly TimeSpan UsualLimit = TimeSpan.FromMinutes(10);

    private static readonly Option<string?> Workload = new("--workload")
    {
        Description =
            "SQL statements that read, each with a semicolon ('-- name: X', '-- weight: N' before one), or a "
            + "recording.",
        HelpName = "FILE",
    };

    private static readonly Option<string[]> Scripts = new RenamedOption<string[]>("--pgbench-script", "--script")
    {
        Description =
            "A script of pgbench instead of --workload, PostgreSQL only; its weight behind @; may be repeated.",
        HelpName = "FILE[@WEIGHT]",
        Arity = ArgumentArity.ZeroOrMore,
    };

    private static readonly Option<string[]> Defines = new("--define")
    {
        Description = "A variable of the scripts, as pgbench's -D; may be repeated.",
        HelpName = "NAME=VALUE",
        Arity = ArgumentArity.ZeroOrMore,
    };

    private static readonly Option<string?> Pgbench = new("--pgbench")
    {
        Description = "The program that runs the scripts; by default pgbench of the path or of a package.",
        HelpName = "PATH",
    };

    private static readonly Option<string?> Grid = new("--grid")
    {
        Description = "Two levers of which each setting is tried with each of the other, such as maxdop,grant.",
        HelpName = "LEVER,LEVER",
    };

    private static readonly Option<string?> Sweep = new("--sweep")
    {
        Description =
            "What is given less of, one lever after the other: cores, llc, bandwidth, read, maxdop, grant, "
            + "grant_share.",
        HelpName = "LEVERS",
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

    private static readonly Option<string> OutputDirectory = new RenamedOption<string>("--out-dir", "--out", "-o")
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
            "Measures how much of a resource a workload needs.",
            "rgp characterise --server postgres://bench@localhost/shop --workload reports.sql --sweep "
                + "maxdop,grant --out-dir shop",
            "rgp characterise --server postgres://bench@localhost/shop --workload reports.sql --sweep cores "
                + "--clients 8 --out-dir cores"
        )
        {
            Details = "It runs the workload with less and more of a resource and tells how much is enough.",
        };
        var (connect, passwordFile, duration) = (LiveOptions.Connect(), LiveOptions.PasswordFile(), LiveOptions.For());
        connect.Required = true;
        var sidecar = new SidecarOptions().Socket;
        var connection = (connect, passwordFile, duration, sidecar);
        Option[] options =
        [
            connect,
            passwordFile,
            Workload,
            Scripts,
            Defines,
            Pgbench,
            Sweep,
            Grid,
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
        command.Subcommands.Add(Compare(context));
        command.SetAction(
            (result, cancellationToken) =>
            {
                var (choices, problem) = SweepChoiceReader.Read(
                    result.GetValue(Sweep),
                    result.GetValue(Grid),
                    result.GetValue(Settings) ?? []
                );
                var (workload, unclear) = WorkloadChoice.Read(
                    result.GetValue(Workload),
                    result.GetValue(Scripts) ?? [],
                    result.GetValue(Defines) ?? []
                );
                return workload is null || choices is null
                    ? Task.FromResult(context.Fail(ExitCode.Usage, unclear ?? problem ?? "", CharacteriseHandler.Next))
                    : new CharacteriseHandler(context).RunAsync(
                        Request(result, connection, workload with { Pgbench = result.GetValue(Pgbench) }, choices),
                        cancellationToken
                    );
            }
        );
        return command;
    }

    private static CharacteriseRequest Request(
        ParseResult result,
        (
            Option<string?> Connect,
            Option<string?> PasswordFile,
            Option<TimeSpan?> Duration,
            Option<string> Sidecar
        ) asked,
        WorkloadChoice workload,
        SweepChoices choices
    ) =>
        new(
            result.GetValue(asked.Connect) ?? "",
            result.GetValue(asked.PasswordFile),
            workload,
            choices,
            result.GetValue(Clients),
            result.GetValue(Repeats),
            result.GetValue(Seed),
            result.GetValue(asked.Duration),
            UsualLimit,
            result.GetRequiredValue(OutputDirectory),
            result.GetValue(AllowProduction),
            result.GetRequiredValue(asked.Sidecar),
            result.WantsJson()
        );

    private static RgpCommand Compare(CliContext context)
    {
        var command = new RgpCommand(
            "compare",
            "Shows which knees of two sweeps differ.",
            "rgp characterise compare small large",
            "rgp characterise compare small large --output json"
        )
        {
            Details = "Of two sizes of data, say.",
        };
        var first = new Argument<string>("DIR1") { Description = "The directory of one sweep." };
        var second = new Argument<string>("DIR2") { Description = "The directory of the other." };
        command.Arguments.Add(first);
        command.Arguments.Add(second);
        command.SetAction(result =>
            new CompareHandler(context).Run(
                result.GetRequiredValue(first),
                result.GetRequiredValue(second),
                result.WantsJson()
            )
        );
        return command;
    }
}
