using RgPolicy.Cli.Characterise.Comparing;
using RgPolicy.Cli.Connections;
using RgPolicy.Cli.HostControl;
using RgPolicy.Dbms.PostgreSql.Trials.Pgbench;
using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Sensitivity;
using RgPolicy.Host.Client;
using RgPolicy.Host.Protocol;
using RgPolicy.Service.Characterising;

namespace RgPolicy.Cli.Characterise;

/// <summary><c>rgp characterise</c>: measures how much of a resource a workload needs.</summary>
internal sealed class CharacteriseCommand(CliContext context)
{
    private const int UsualRepeats = 5;
    private static readonly TimeSpan LongestStatement = TimeSpan.FromMinutes(10);

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

    private static readonly Option<string?> Connect = LiveOptions.Connect(isRequired: true);
    private static readonly Option<string?> PasswordFile = LiveOptions.PasswordFile();
    private static readonly Option<TimeSpan?> Duration = LiveOptions.For();
    private static readonly Option<string> Sidecar = new SidecarOptions().Socket;

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "characterise",
            "Measures how much of a resource a workload needs.",
            "rgp characterise --server postgres://bench@localhost/shop --workload reports.sql --sweep "
                + "maxdop,grant --out-dir shop",
            "rgp characterise --server postgres://bench@localhost/shop --workload reports.sql --sweep cores "
                + "--clients 8 --out-dir cores"
        )
        {
            Details = "It runs the workload with less and more of a resource and tells how much is enough.",
        }
            .Takes(Connect, PasswordFile, Workload, Scripts, Defines, Pgbench, Sweep, Grid, Settings, Clients)
            .Takes(Repeats, Seed, Duration, OutputDirectory, AllowProduction, Sidecar)
            .Takes(CompareCommand.Create(context))
            .Does(new CharacteriseCommand(context).RunAsync);

    /// <summary>The last line for a command line that cannot be carried out.</summary>
    public const string Next = "See: rgp characterise --help";

    private const int MostRepeats = 100;
    private const int MostClients = 256;

    /// <summary>Runs the sweeps and writes the reports.</summary>
    private async Task<int> RunAsync(ParseResult result)
    {
        var (choices, problem) = SweepChoiceReader.Read(
            result.GetValue(Sweep),
            result.GetValue(Grid),
            result.GetValue(Settings) ?? []
        );
        var (choice, unclear) = WorkloadChoice.Read(
            result.GetValue(Workload),
            result.GetValue(Scripts) ?? [],
            result.GetValue(Defines) ?? []
        );
        if (choice is null || choices is null)
            return context.Fail(ExitCode.Usage, unclear ?? problem ?? "", Next);

        if (result.GetValue(Repeats) is < 1 or > MostRepeats)
            return context.Fail(ExitCode.Usage, $"--repeats is a number from 1 to {MostRepeats}", Next);

        if (result.GetValue(Clients) is < 1 or > MostClients)
            return context.Fail(ExitCode.Usage, $"--clients is a number from 1 to {MostClients}", Next);

        var (target, refused) = TrialTarget.Of(
            context,
            (result.GetValue(Connect) ?? "", result.GetValue(PasswordFile)),
            new PgbenchLoad(result.GetValue(Clients), result.GetValue(Seed), LongestStatement),
            result.GetValue(Pgbench)
        );
        if (target is null)
            return context.Fail(ExitCode.Usage, refused ?? "", ConnectionReader.Next);

        var (workload, unread) = new WorkloadFiles(context).Read(choice, target);
        if (workload is null)
            return context.Fail(ExitCode.Usage, unread ?? "", Next);

        try
        {
            await using var server = await target.ConnectAsync(workload);
            return await SweepAsync(result, choices, workload, server);
        }
        catch (TrialException e)
        {
            return context.Fail(ExitCode.Unreachable, e.Message, "Nothing was changed.");
        }
    }

    private async Task<int> SweepAsync(
        ParseResult result,
        SweepChoices choices,
        TrialWorkload workload,
        ITrialServer server
    )
    {
        if (server.Facts.OtherSessions > 0 && !result.GetValue(AllowProduction))
        {
            return context.Fail(
                ExitCode.Usage,
                Invariant(
                    $"sessions of others on {server.Facts.Name}: {server.Facts.OtherSessions}; this would slow them down and be slowed down by them"
                ),
                "Use a dedicated server, or --allow-production."
            );
        }

        var directory = result.GetRequiredValue(OutputDirectory);
        if (CharacteriseFiles.Foreign(context.Resolve(directory)) is { } foreign)
        {
            return context.Fail(
                ExitCode.Usage,
                $"`{Path.Combine(directory, foreign)}` is there, and no sweep has written it",
                "Give another -o."
            );
        }

        var host = HostProbe.Read(context.HostRoot, context.IsRoot, null);
        var (sweeps, problem) = SweepBuilder.Build(choices.Sweeps, server.Facts, host);
        var (pair, unpaired) = SweepBuilder.Build(choices.Grid, server.Facts, host);
        if ((problem ?? unpaired) is { } wrong)
            return context.Fail(ExitCode.Usage, wrong, Next);

        var sweep = new SweepRequest(
            workload,
            sweeps,
            result.GetValue(Clients),
            result.GetValue(Repeats),
            result.GetValue(Seed),
            result.GetValue(Duration)
        )
        {
            Grid = pair is [var first, var second] ? new SweepGrid(first, second) : null,
        };
        var (journal, refused) = RunJournal.Open(context.Resolve(directory), Head(sweep, server), sweep.Plan());
        return journal is null
            ? context.Fail(ExitCode.Usage, refused ?? "", Next)
            : await WithSidecarAsync(new CharacteriseRun(result, sweep, server, host, journal));
    }

    private static RunJournalHead Head(SweepRequest sweep, ITrialServer server) =>
        new(
            RunJournalHead.CurrentSchema,
            sweep.Workload.Hash,
            server.Facts.Name,
            server.Facts.Version,
            sweep.Seed,
            sweep.Repeats,
            [
                .. sweep.Sweeps.Select(NameOf),
                .. sweep.Grid is { } grid
                    ? [$"{NameOf(grid.First)} with {NameOf(grid.Second)}"]
                    : Array.Empty<string>(),
            ],
            sweep.Clients > 1 ? sweep.Clients : null
        );

    private static string NameOf(Sweep sweep) =>
        $"{SweepLeverName.Of(sweep.Lever)}={string.Join(',', sweep.Settings.Select(setting => Invariant($"{setting.Value}")))}";

    private async Task<int> WithSidecarAsync(CharacteriseRun run)
    {
        if (run.Sweep.Levers.All(lever => lever is SweepLever.MaxDop or SweepLever.Grant or SweepLever.GrantShare))
            return await RunAsync(run, null);

        if (!run.Server.Facts.IsLocal)
            return context.Fail(ExitCode.Usage, "only a server on this host can be given less of it", Next);

        try
        {
            await using var sidecar = await SidecarClient.ConnectAsync(
                run.CommandLine.GetRequiredValue(Sidecar),
                SidecarDefaults.RequestTimeout,
                context.Interrupt
            );
            return await RunAsync(run, sidecar);
        }
        catch (SidecarException e)
        {
            return context.Fail(ExitCode.Unreachable, e.Message, "See: rgp doctor");
        }
    }

    private async Task<int> RunAsync(CharacteriseRun run, ISidecar? sidecar)
    {
        // While the server is surely there.
        var fingerprints = await ThrottlingPolicy.FingerprintsAsync(context, run);
        var runner = new SweepRunner(run.Server, sidecar, run.Host.Topology, run.Journal, context.Time);
        var outcome = await context.Unfinished.RunAsync(() =>
            runner.RunAsync(run.Sweep, SweepProgressLine.For(context), context.Interrupt)
        );
        if (outcome.Runs.IsEmpty)
            return context.Fail(ExitCode.Unreachable, outcome.Stopped ?? outcome.Failures[0], Next);

        var result = Characteriser.Of(run.Sweep.Sweeps, outcome.Runs, run.Sweep.Seed, run.Sweep.Grid);
        var notes = SweepNotes.Of(run.Sweep, outcome, result);
        var policy = ThrottlingPolicy.Of(run, outcome, result, fingerprints);
        return Show(
            run.CommandLine,
            new CharacteriseReport(run.Server.Facts, run.Sweep, outcome, result, notes, policy)
        );
    }

    private int Show(ParseResult result, CharacteriseReport report)
    {
        var directory = result.GetRequiredValue(OutputDirectory);
        var (policy, problem) = CharacteriseFiles.Write(context.Resolve(directory), report);
        if (problem is not null)
        {
            return context.Fail(
                ExitCode.Unreachable,
                problem,
                "The runs are kept; the same command goes on from here."
            );
        }

        if (result.WantsJson())
            context.WriteDocument(CharacteriseJson.Document(report));
        else
            CharacteriseText.Write(context, report, directory, policy);

        return report.Outcome is { Stopped: { } stopped, IsTimeUp: false }
            ? context.Fail(ExitCode.Unreachable, stopped, "The runs are kept; the same command goes on from here.")
            : ExitCode.Success;
    }
}

/// <summary>A sweep that can begin.</summary>
internal sealed record CharacteriseRun(
    ParseResult CommandLine,
    SweepRequest Sweep,
    ITrialServer Server,
    HostFacts Host,
    RunJournal Journal
);

/// <summary>How far a sweep is, a line for each run on a terminal; silent in a pipe.</summary>
internal sealed class SweepProgressLine(CliContext context) : IProgress<SweepProgress>
{
    /// <summary>Shows progress where there is a terminal.</summary>
    public static SweepProgressLine? For(CliContext context) =>
        context.IsErrorTerminal ? new SweepProgressLine(context) : null;

    /// <inheritdoc />
    public void Report(SweepProgress value) =>
        context.Error.WriteLine(
            Invariant($"{value.Done + 1} of {value.Planned}: {value.Now}")
                + (value.Left is { } left ? Invariant($", about {left:hh\\:mm\\:ss} left") : "")
        );
}
