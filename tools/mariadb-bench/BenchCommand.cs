using System.CommandLine;
using RgPolicy.Testing.Stack;

namespace RgPolicy.MariaDbBench;

/// <summary>The command line.</summary>
internal static class BenchCommand
{
    private const int NotClean = 1;
    private const int CannotTry = 3;

    private static readonly Option<int> Seed = new("--seed")
    {
        Description = "seed of everything that is random",
        DefaultValueFactory = _ => 20261125,
    };

    private static readonly Option<int> Facts = new("--facts")
    {
        Description = "rows that an analytic scan reads",
        DefaultValueFactory = _ => 1_000_000,
    };

    private static readonly Option<int> Rounds = new("--rounds") { Description = "how often", Required = true };

    private static readonly Option<int> Rate = new("--rate")
    {
        Description = "short transactions a second; 0: as many as there can be (saturated)",
        DefaultValueFactory = _ => 100,
    };

    private static readonly Option<int> Length = new("--seconds")
    {
        Description = "length of one run",
        DefaultValueFactory = _ => 20,
    };

    private static readonly Option<bool> WithWriters = new("--writers")
    {
        Description = "three bulk writers in place of the four analytic clients",
    };

    private static readonly Option<bool> InAccounts = new("--same-table")
    {
        Description = "the bulk writers write into the table of the short transactions, into rows of their own",
    };

    private static readonly Option<bool> WithByHand = new("--by-hand")
    {
        Description = "a third run in each round, with the policy's weights set once by a script (cgroup version 1)",
    };

    private static readonly Option<int?> ThrottledWeight = new("--weight")
    {
        Description = string.Create(
            CultureInfo.InvariantCulture,
            $"cpu weight of analytic clients or writers, where everybody else has 1000; {BenchDatabase.UsualWeight}, and {BenchDatabase.SaturatedWeight} where saturated, unless told"
        ),
    };

    private static readonly Option<bool> WithClientsFirst = new("--clients-first")
    {
        Description = "the clients never wait for a processor, as on a host of their own",
    };

    private static readonly Option<bool> WithClientsApart = new("--clients-apart")
    {
        Description = "the clients on the last processor, the server and RgPolicy on the others, as on two hosts",
    };

    private static readonly Option<int> SessionCount = new("--sessions")
    {
        Description = "sessions",
        DefaultValueFactory = _ => 1000,
    };

    private static readonly Option<int?> RunningCount = new("--running")
    {
        Description = "how many of them are within a statement, the others idle; all, unless told",
    };

    private static readonly Option<bool> PerformanceSchema = new("--performance-schema")
    {
        Description = "with performance_schema, which MariaDB has off unless it is told",
    };

    private static readonly Option<int> LoaderCount = new("--loaders")
    {
        Description = "clients that load, each into a table of its own",
        DefaultValueFactory = _ => 4,
    };

    private static readonly Option<int> Rows = new("--rows")
    {
        Description = "rows of one load, or of a table that gets an index; no more than --facts",
        DefaultValueFactory = _ => 40_000,
    };

    private static readonly Option<bool> Indexes = new("--indexes")
    {
        Description = "build indexes in place of LOAD DATA",
    };

    private static readonly Option<FileInfo> PolicyFile = new("--policy")
    {
        Description = "the policy",
        DefaultValueFactory = _ => new FileInfo(ProductFiles.Path("policies", "htap.rgp")),
    };

    private static readonly Option<FileInfo> Out = new("--out") { Description = "the recording", Required = true };

    /// <summary>Builds it.</summary>
    public static RootCommand Create() =>
        new("Tries governing on a MariaDB of its own (needs root and MariaDB: tools/setup mariadb)")
        {
            Kills(),
            Pairs(),
            Loads(),
            Record(),
            Sessions(),
        };

    private static Command Kills()
    {
        var command = new Command(
            "kills",
            "kills RgPolicy's processes at random moments under load and checks that no thread stays governed"
        )
        {
            Rounds,
            Seed,
            Facts,
        };
        command.SetAction(
            (result, cancellation) =>
                TryAsync(async () =>
                {
                    var (rounds, seed, facts) = (
                        result.GetValue(Rounds),
                        result.GetValue(Seed),
                        result.GetValue(Facts)
                    );
                    var report = await KillRounds.RunAsync(rounds, seed, facts, Console.Out, cancellation);
                    report.Write(Console.Out);
                    return report.IsClean ? 0 : NotClean;
                })
        );
        return command;
    }

    private static Command Pairs()
    {
        var command = new Command(
            "pairs",
            "measures short transactions beside analytic clients or writers, in pairs of runs"
        )
        {
            Rounds,
            Seed,
            Facts,
            Rate,
            Length,
            WithWriters,
            InAccounts,
            WithByHand,
            WithClientsFirst,
            WithClientsApart,
            ThrottledWeight,
        };
        command.SetAction(
            (result, cancellation) =>
                TryAsync(async () =>
                {
                    var options = PairsOf(result, result.GetValue(Rounds)) with
                    {
                        HasWriters = result.GetValue(WithWriters) || result.GetValue(InAccounts),
                        AreWritersInAccounts = result.GetValue(InAccounts),
                        HasByHand = result.GetValue(WithByHand),
                        HasClientsFirst = result.GetValue(WithClientsFirst),
                        HasClientsApart = result.GetValue(WithClientsApart),
                        Weight = result.GetValue(ThrottledWeight) ?? UsualWeight(result.GetValue(Rate)),
                    };
                    await PairRounds.RunAsync(options, Console.Out, cancellation);
                    return 0;
                })
        );
        return command;
    }

    private static Command Loads()
    {
        var command = new Command("loads", "measures short transactions beside LOAD DATA or index builds, with fsync")
        {
            Rounds,
            Seed,
            Facts,
            Rate,
            Length,
            LoaderCount,
            Rows,
            Indexes,
            PolicyFile,
        };
        command.SetAction(
            (result, cancellation) =>
                TryAsync(async () =>
                {
                    var options = new LoadOptions(
                        PairsOf(result, result.GetValue(Rounds)),
                        result.GetValue(LoaderCount),
                        result.GetValue(Rows),
                        result.GetValue(Indexes),
                        result.GetRequiredValue(PolicyFile).FullName
                    );
                    await LoadRounds.RunAsync(options, Console.Out, cancellation);
                    return 0;
                })
        );
        return command;
    }

    private static int UsualWeight(int rate) => rate == 0 ? BenchDatabase.SaturatedWeight : BenchDatabase.UsualWeight;

    private static PairOptions PairsOf(ParseResult result, int rounds) =>
        new(
            rounds,
            TimeSpan.FromSeconds(result.GetValue(Length)),
            result.GetValue(Rate),
            result.GetValue(Facts),
            result.GetValue(Seed)
        );

    private static Command Record()
    {
        var command = new Command("record", "records short transactions, analysts and a load side by side, ungoverned")
        {
            Out,
            Seed,
            Facts,
            Rate,
            Length,
        };
        command.SetAction(
            (result, cancellation) =>
                TryAsync(async () =>
                {
                    var options = PairsOf(result, 1);
                    await RecordedMix.RunAsync(
                        options,
                        result.GetRequiredValue(Out).FullName,
                        Console.Out,
                        cancellation
                    );
                    return 0;
                })
        );
        return command;
    }

    private static Command Sessions()
    {
        var command = new Command(
            "sessions",
            "measures what observing many sessions costs the server and RgPolicy; ends with 1 beyond a limit"
        )
        {
            SessionCount,
            RunningCount,
            Length,
            PerformanceSchema,
        };
        command.SetAction(
            (result, cancellation) =>
                TryAsync(async () =>
                {
                    var options = new SessionOptions(
                        result.GetValue(SessionCount),
                        result.GetValue(RunningCount) ?? result.GetValue(SessionCount),
                        TimeSpan.FromSeconds(result.GetValue(Length)),
                        result.GetValue(PerformanceSchema)
                    );
                    return await SessionCost.RunAsync(options, Console.Out, cancellation) ? 0 : NotClean;
                })
        );
        return command;
    }

    private static async Task<int> TryAsync(Func<Task<int>> run)
    {
        try
        {
            return await run();
        }
        catch (Exception failure)
            when (failure is InvalidOperationException or IOException or MySqlConnector.MySqlException)
        {
            await Console.Error.WriteLineAsync("rgp-mariadb-bench: " + failure.Message);
            return CannotTry;
        }
    }
}
