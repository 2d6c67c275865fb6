using System.Collections.Frozen;
using RgPolicy.Engine.CorePools;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe.Resources;
using RgPolicy.Engine.Tests.Building;

namespace RgPolicy.Engine.Tests.CorePools;

/// <summary>The masks of a SQL Server's CPUs while queries are drawn.</summary>
public sealed class CorePoolBaselineTests
{
    private const string Text = """
        language 1
        pool critical  { cpu weight 1000 }
        pool medium    { cpu weight 500  cache 20%  memory bandwidth 60% }
        pool apart     { cache 15%, exclusive  cpu weight 400 }
        pool polluters { cpu weight 100  cache 10%  memory bandwidth 30% }
        class oltp -> critical  when plan.shape = oltp
        class scan -> polluters when plan.shape = scan
        class sort -> medium    when plan.shape = sort
        class join -> apart     when plan.shape in (join, aggregation)
        default -> medium
        """;

    [Theory]
    [InlineData("generic")]
    [InlineData("two_sockets")]
    [InlineData("sparse")]
    public void Decide_DrawnQueries_MasksAreThoseThatAreWritten(string host)
    {
        var target = Targets.All.Single(each => each.Name == host) with { DbmsKind = "postgresql" };
        var program = PolicyText.Compile(Text, target with { DbmsKind = "sqlserver", DbmsVersion = [16] });
        var (server, random) = (new DrawnServer(21), new Random(2));
        var governor = new Governor(program, new GovernorOptions());
        var board =
            CorePoolController.For(program, target, new CorePoolOptions(), name => name != "foreign")
            ?? throw new InvalidOperationException("Nothing is narrower than everything.");

        Baseline.Check(
            $"core_pools_{host}.txt",
            Enumerable.Range(0, 150).SelectMany(_ => Turn(server, random, governor, board)).ToList()
        );
    }

    private static List<string> Turn(DrawnServer server, Random random, Governor governor, CorePoolController board)
    {
        governor.Decide(server.Next());
        var queries = governor
            .Queries.Where(each => random.Next(3) == 0 && (IsGoverned(each) || random.Next(8) == 0))
            .Select(each => each with { Query = each.Query with { Group = 300 + random.Next(4) } })
            .ToList();
        var resources = new ServerResources(
            [
                new ResourcePoolFacts(1, "default"),
                new ResourcePoolFacts(2, "left") { Cpus = [0, 1, 2] },
                new ResourcePoolFacts(3, "foreign") { Cpus = [3] },
                new ResourcePoolFacts(4, "right") { Cpus = [4, 5] },
            ],
            [
                new WorkloadGroupFacts(300, "a", 2) { EndedPerSecond = random.Next(20) == 0 ? 10.5 : 10 },
                new WorkloadGroupFacts(301, "b", 4),
                new WorkloadGroupFacts(302, "c", 3) { EndedPerSecond = 99 },
                new WorkloadGroupFacts(303, "d", 4),
            ],
            FrozenDictionary<int, RequestResources>.Empty
        )
        {
            CoreProblem = random.Next(40) == 0 ? "not known" : null,
        };
        var pools = board.Decide(resources, queries, governor.Now);
        return
        [
            Told(
                $"{server.Now:0.###} s: {string.Join(' ', queries.Select(each => Told($"{each.Query.Group - 300}{program(each)}")))}"
            ),
            .. pools.Select(pool =>
                Told(
                    $"    {pool.Number} {pool.Name} {string.Join(',', pool.Cpus)}{string.Concat(pool.Masks.Select(mask => Told($" {mask.Domain}:{mask.Mask:x}")))} {pool.MemoryBandwidthPercent} {(pool.IsWide ? "wide" : "narrow")}: {pool.Reason}"
                )
            ),
        ];

        static string program(GovernedQuery each) =>
            Told($"={each.Decision.ClassIndex}{(each.Decision.IsProvisional ? "?" : "")}");
    }

    private static bool IsGoverned(GovernedQuery each) =>
        each is { Decision.IsProvisional: false, Query: { Exemption: null, Session.IsSuperuser: false } };

    private static string Told(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
