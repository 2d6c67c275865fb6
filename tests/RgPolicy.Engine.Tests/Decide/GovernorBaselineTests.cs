using RgPolicy.Engine.Compile;
using RgPolicy.Engine.CoRun;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Tests.Decide;

/// <summary>What a governor does to drawn queries, turn by turn and word for word, under policies that have
/// everything.</summary>
public sealed class GovernorBaselineTests
{
    private const string Text = """
        language 1
        window even = mon..sun 09:00..09:02 "Etc/UTC"
        pool critical  { cache 100%  cpu weight 1000 }
        pool reporting { cache 60%, at least 3 ways  cpu weight 400  io read 100 MiB/s }
        pool polluters { cache 10%, at least 2 ways  cpu weight 100  cores 50% }
        pool own       { cache 20%, exclusive  cpu weight 500 }
        class oltp   -> critical  when plan.shape = oltp
        class etl    -> own       when session.app = 'etl' and plan.shape in (join, aggregation)
        class loads  -> polluters when statement.kind in (bulk_load, index_build) or plan.shape = bulk_load
        class scan   -> polluters when plan.shape = scan and plan.streamed > 2 * host.llc
        class sorts  -> polluters when plan.shape = sort and during even
        class heavy  -> reporting when plan.working_set > host.llc / 2 and not plan.writes
        class long   -> reporting when request.cpu > 5 s
        default      -> critical
        STRATEGY
        rule slow on class scan, heavy, loads {
          when request.elapsed > 5 s  then log
          when request.elapsed > 10 s then notify
          when request.elapsed > 20 s then deprioritize
          when request.elapsed > 40 s then cancel
          unless request.blocking > 0
        }
        rule again on class sorts, long during even {
          when request.elapsed > 8 s  then quarantine fingerprint for 20 s
          when request.elapsed > 15 s then quarantine fingerprint to polluters for 30 s
          when request.elapsed > 30 s then move to reporting
        }
        state busy when host.cpu.pressure > 60% for 2 s until < 40% for 4 s
        in busy { pool polluters { cpu weight 40  cache 2 ways } }
        state many when dbms.active > 5
        in many { pool reporting { cpu weight 300 } }
        objective oltp p95 elapsed < 2 s { yields reporting, polluters }
        """;

    [Theory]
    [InlineData("static", "cache strategy static", "generic")]
    [InlineData("dynamic", "cache strategy dynamic by plan.working_set, reserve 10% for streaming", "generic")]
    [InlineData("dynamic_few", "cache strategy dynamic by plan.working_set", "few_classes")]
    [InlineData("locality", "cache strategy locality", "two_sockets")]
    [InlineData("objective", "cache strategy objective", "two_sockets")]
    [InlineData("hints", "", "sqlserver_2022")]
    public void Decide_DrawnQueries_DoesAndTellsWhatIsWritten(string name, string strategy, string host) =>
        Baseline.Check($"governor_{name}.txt", Run(strategy, Targets.All.Single(target => target.Name == host), 160));

    private static IEnumerable<string> Run(string strategy, TargetProfile target, int turns)
    {
        var (server, random) = (new DrawnServer(9), new Random(5));
        var program = Compile(strategy, target);
        var governor = new Governor(program, new GovernorOptions { MaximumEvents = 20 });
        for (var turn = 1; turn <= turns; turn++)
        {
            var decided = governor.Decide(server.Next());
            var told = GovernorText.Turn(decided).ToList();
            foreach (var move in decided.Moves)
            {
                // One process can neither be moved nor let go for long.
                var ends = move.ProcessId == 30 && turn is > 20 and < 66 ? 0 : random.Next(12);
                governor.Report(move, ends > 1, ends == 1, "it says no");
            }

            foreach (var line in told.Prepend(At(server.Now)).Where(_ => told.Count > 0))
                yield return line;

            foreach (var line in Shown(governor, turn))
                yield return line;

            foreach (var line in Disturb(governor, program, turn))
                yield return line;
        }
    }

    private static List<string> Shown(Governor governor, int turn) =>
        turn % 40 == 0 ? [.. GovernorText.State(governor), .. GovernorText.CoRun(governor.Admit(Waiting))]
        : turn % 40 == 20
            ? [.. governor.Queries.Take(3).SelectMany(item => GovernorText.Why(governor.Explain(item.Query.ProcessId)))]
        : [];

    // Everything is let go once, another policy comes into force, and the sidecar has fewer pools.
    private static IEnumerable<string> Disturb(Governor governor, PolicyProgram program, int turn)
    {
        switch (turn)
        {
            case 70:
                return GovernorText.Turn(governor.ReleaseAll(governor.Now, "a test"));
            case 90:
                governor.Replace(Compile("", program.Target));
                return ["    another policy"];
            case 110:
                governor.Replace(program);
                return ["    the policy"];
            case 130:
                return [$"    fewer pools: {governor.LimitPools(6)}"];
            case 135:
                governor.Forget(10);
                return [$"    sees it: {governor.Sees(10)}"];
            default:
                return [];
        }
    }

    private static CoRunQuery[] Waiting =>
        [
            new("w1", "heavy", PlanLocality.Strong, 8 << 20, TimeSpan.FromSeconds(1)),
            new("w2", "heavy", PlanLocality.Weak, 16 << 20, TimeSpan.FromSeconds(2)),
            new("w3", "scan", PlanLocality.Moderate, 4 << 20, TimeSpan.FromSeconds(40)),
        ];

    private static PolicyProgram Compile(string strategy, TargetProfile target) =>
        PolicyText.Compile(Text.Replace("STRATEGY", strategy, StringComparison.Ordinal), target);

    private static string At(double seconds) => string.Create(CultureInfo.InvariantCulture, $"{seconds:0.###} s");
}
