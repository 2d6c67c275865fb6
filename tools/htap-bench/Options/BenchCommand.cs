using System.CommandLine;
using RgPolicy.HtapBench.Load;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.HtapBench.Options;

/// <summary>The command line.</summary>
internal static class BenchCommand
{
    private static readonly Option<string[]> Scenario = new("--scenario")
    {
        Description =
            "what to measure (may be given several times); all is everything but soak, sessions, start, "
            + "recording, suggested and joins",
        DefaultValueFactory = _ => [ScenarioNames.All],
        AllowMultipleArgumentsPerToken = true,
    };

    private static readonly Option<int> Pairs = new("--pairs")
    {
        Description = "pairs of an ungoverned and a governed run",
        DefaultValueFactory = _ => 9,
    };

    private static readonly Option<int> Seconds = new("--seconds")
    {
        Description = "seconds measured in each run",
        DefaultValueFactory = _ => 30,
    };

    private static readonly Option<int> WarmUp = new("--warm-up")
    {
        Description = "seconds of load before the measured part of each run",
        DefaultValueFactory = _ => 4,
    };

    private static readonly Option<int?> Rate = new("--rate")
    {
        Description = "OLTP transactions per second (default: 400; near saturation: found by a probe)",
    };

    private static readonly Option<int> Clients = new("--clients")
    {
        Description = "clients of the OLTP",
        DefaultValueFactory = _ => 4,
    };

    private static readonly Option<int> Compilers = new("--compilers")
    {
        Description = "programs beside the server that compute without end",
        DefaultValueFactory = _ => 0,
    };

    private static readonly Option<double> Length = new("--length")
    {
        Description = "part of the fact table that each analytic query reads; above 1 it reads it as often",
        DefaultValueFactory = _ => 1,
    };

    private static readonly Option<int> JoinSizes = new("--join-sizes")
    {
        Description = "joins: so many sizes, the largest so many times the smallest",
        DefaultValueFactory = _ => 1,
    };

    private static readonly Option<int> JoinWeight = new("--join-weight")
    {
        Description = "joins: the weight of their pool, beside 1000 of the protected one",
        DefaultValueFactory = _ => 400,
    };

    private static readonly Option<AnalyticTables> Tables = new("--tables")
    {
        Description = "what the analysts read: tables of their own, or those of the OLTP",
        DefaultValueFactory = _ => AnalyticTables.Facts,
    };

    private static readonly Option<bool> Replica = new("--replica")
    {
        Description = "a standby on the same machine applies what the server writes",
    };

    private static readonly Option<string> Beside = new("--beside")
    {
        Description =
            "simple: each pair also has a run under a script that moves all analysts into one group every 50 ms",
        DefaultValueFactory = _ => "nothing",
    };

    private static readonly Option<int> Loaders = new("--loaders")
    {
        Description = "streams of the bulk load (default: two for each core)",
        DefaultValueFactory = _ => 2 * Environment.ProcessorCount,
    };

    private static readonly Option<bool> Waits = new("--waits")
    {
        Description = "report what slow statements of the OLTP wait for, and what the load does",
    };

    private static readonly Option<bool> SmallRows = new("--small-rows") { Description = "load rows of few bytes" };

    private static readonly Option<string[]> LoaderSettings = new("--loader-setting")
    {
        Description = "NAME=VALUE: a setting of the loading role in governed runs (may be given several times)",
        DefaultValueFactory = _ => [],
    };

    private static readonly Option<string[]> ServerSettings = new("--server-setting")
    {
        Description = "NAME=VALUE: a setting of the server over the usual ones (may be given several times)",
        DefaultValueFactory = _ => [],
    };

    private static readonly Option<string> Policy = new("--policy")
    {
        Description = "the policy that governs",
        DefaultValueFactory = _ => ProductFiles.Path("policies", "htap.rgp"),
    };

    private static readonly Option<string?> Json = new("--json")
    {
        Description = "write every run's figures to this file",
    };

    private static readonly Option<string> RecordingFile = new("--record")
    {
        Description = "where the scenario recording writes to",
        DefaultValueFactory = _ => "htap.rgrec",
    };

    private static readonly Option<int> Seed = new("--seed")
    {
        Description = "seed of the load's random choices",
        DefaultValueFactory = _ => 20261121,
    };

    private static readonly Option<double> Scale = new("--scale")
    {
        Description = "size of the data; 1 is a fact table of about 700 MB",
        DefaultValueFactory = _ => 1.0,
    };

    private static readonly Option<double> Facts = new("--facts")
    {
        Description = "size of the fact table besides; 0.01 where no analyst reads it, to begin sooner",
        DefaultValueFactory = _ => 1.0,
    };

    private static readonly Option<bool> Quick = new("--quick")
    {
        Description = "one pair of 5 s on small data: shows that everything works, measures nothing",
    };

    private static readonly Option<bool> Reader = new("--reader")
    {
        Description = "sessions: ask for the page and for the status, each once a second",
    };

    private static readonly Option<bool> Share = new("--own-share")
    {
        Description = "sidecar and service have a share of the processors of their own, as the units give them",
    };

    private static readonly Option<bool> Cold = new("--cold")
    {
        Description = "start: empty the page cache before each start, as after a boot",
    };

    private static readonly Option<bool> Keep = new("--keep")
    {
        Description = "keep the cluster's directory and the logs",
    };

    /// <summary>Builds it around what it starts.</summary>
    public static RootCommand Create(Func<BenchOptions, CancellationToken, Task<int>> run)
    {
        Scenario.AcceptOnlyFromAmong(ScenarioNames.Every);
        Beside.AcceptOnlyFromAmong("nothing", "simple");
        var command = new RootCommand(
            "RgPolicy's benchmark: OLTP beside analytics on an own PostgreSQL, governor off and on"
        )
        {
            Scenario,
            Pairs,
            Seconds,
            WarmUp,
            Rate,
            Clients,
            Compilers,
            Length,
            JoinSizes,
            JoinWeight,
            Tables,
            Replica,
            Beside,
            Loaders,
            Waits,
            SmallRows,
            LoaderSettings,
            ServerSettings,
            Policy,
            Json,
            RecordingFile,
            Seed,
            Scale,
            Facts,
            Quick,
            Reader,
            Share,
            Cold,
            Keep,
        };
        command.SetAction((result, cancellation) => run(Read(result), cancellation));
        return command;
    }

    private static BenchOptions Read(ParseResult result)
    {
        var quick = result.GetValue(Quick);
        return new BenchOptions
        {
            Scenarios = Expand(result.GetValue(Scenario) ?? []),
            Pairs = quick ? 1 : result.GetValue(Pairs),
            Seconds = quick ? 5 : result.GetValue(Seconds),
            WarmUpSeconds = result.GetValue(WarmUp),
            Rate = result.GetValue(Rate),
            Clients = Math.Clamp(result.GetValue(Clients), 1, 256),
            Compilers = Math.Clamp(result.GetValue(Compilers), 0, 256),
            Length = Math.Clamp(result.GetValue(Length), 0.001, 20),
            JoinWeight = Math.Clamp(result.GetValue(JoinWeight), 1, 1000),
            JoinSizes = Math.Clamp(result.GetValue(JoinSizes), 1, 6),
            Tables = result.GetValue(Tables),
            HasReplica = result.GetValue(Replica),
            BesideSimple = result.GetValue(Beside) == "simple",
            Loaders = Math.Clamp(result.GetValue(Loaders), 1, BenchData.MaximumLoaders),
            ShowsWaits = result.GetValue(Waits),
            HasSmallRows = result.GetValue(SmallRows),
            LoaderSettings = result.GetValue(LoaderSettings) ?? [],
            ServerSettings = result.GetValue(ServerSettings) ?? [],
            Policy = Path.GetFullPath(result.GetRequiredValue(Policy)),
            Json = result.GetValue(Json),
            RecordingFile = Path.GetFullPath(result.GetRequiredValue(RecordingFile)),
            Seed = result.GetValue(Seed),
            Scale = quick ? 0.15 : result.GetValue(Scale),
            Facts = Math.Clamp(result.GetValue(Facts), 0.001, 10),
            Reader = result.GetValue(Reader),
            HasOwnShare = result.GetValue(Share),
            IsCold = result.GetValue(Cold),
            Keep = result.GetValue(Keep),
        };
    }

    private static List<string> Expand(string[] names) =>
        names
            .SelectMany(n => n == ScenarioNames.All ? ScenarioNames.InAll : [n])
            .Distinct(StringComparer.Ordinal)
            .ToList();
}
