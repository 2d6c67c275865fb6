using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Sharing;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Tests.Sharing;

/// <summary>Parts of pools where other servers come to the host: docs/internals/decisions/0025-parts-of-pools.md.</summary>
public sealed class SharedPartTests
{
    private const string Text = """
        language 1
        pool rest         { cpu weight 1000 }
        pool joins        { cache 100%, at least 2 ways }
        pool aggregations { cache 100%, at least 2 ways }
        class join -> joins        when plan.shape in (join, scan)
        class agg  -> aggregations when plan.shape = aggregation
        default    -> rest
        cache strategy dynamic
        """;

    private readonly SharedHost _host = new();

    [Fact]
    public void Decide_AnotherServerComesToTheHost_PartsGoAndComeBackWhenItLeaves()
    {
        var governor = Govern(_host.Join("pg", null));
        ObservedQuery[] all = [Query(1, 9), Query(2, 200), Query(3, 0, streams: true)];
        See(governor, 10, all);
        Assert.Equal(2, governor.Program.Parts.Length);

        var tenant = _host.Join("maria", null);
        var other = Govern(tenant);
        var turn = See(governor, 10.1, all);
        Assert.Empty(governor.Program.Parts);
        Assert.All(turn.Moves, move => Assert.Equal(1, move.PoolNumber));
        Assert.Superset(new HashSet<int> { 1, 3 }, turn.Moves.Select(move => move.ProcessId).ToHashSet());
        for (var time = 11; time < 20; time++)
        {
            See(governor, time, all);
            See(other, time, all);
            Assert.Empty(governor.Program.Parts);
            Assert.Empty(other.Program.Parts);
        }

        tenant.IsAside = true;
        See(governor, 21, all);
        See(governor, 23, all);
        Assert.Equal(2, governor.Program.Parts.Length);
        Assert.Equal(6, Pool(governor, 1).WayCount);
    }

    // Loops have threads of their own.
    [Fact]
    public void Place_AnotherServerCameInTheMiddleOfATurn_PartsHaveMasksBesideIts()
    {
        var alone = Govern(new SharedHost().Join("pg", null));
        See(alone, 10, Query(1, 9), Query(2, 200));
        var tenant = _host.Join("pg", null);
        tenant.Restrict(Compile());
        See(Govern(_host.Join("maria", null)), 10, Query(1, 9), Query(2, 20, PlanShape.Aggregation));

        var placed = tenant.Place(alone.Program);

        var part = Assert.Single(placed.Parts);
        Assert.Equal(alone.Find(1)?.PoolNumber, part.Number);
        Assert.Equal(placed.Layout.ClassOf(part.Request!.Value)?.Number, part.ServiceClass);
        Assert.All(part.Masks, mask => Assert.NotEqual(0UL, mask.Mask));
    }

    [Theory]
    [InlineData(4)]
    [InlineData(8)]
    [InlineData(16)]
    public void Decide_ServersAndQueriesComeAndGo_PartsAreOnlyWhereOneIsAlone(int classes)
    {
        var random = new Random(classes);
        var target = TargetProfile.Generic with { ClassesOfService = classes };
        HostTenant[] tenants = [_host.Join("pg", null), _host.Join("maria", null)];
        Governor[] governors = [.. tenants.Select(tenant => Govern(tenant, target))];
        var parts = 0;
        for (var time = 10; time < 600; time += 2)
        {
            tenants[random.Next(2)].IsAside = random.Next(3) == 0;
            ObservedQuery[] queries =
            [
                Query(1, 200),
                .. Enumerable.Range(2, random.Next(5)).Select(id => Query(id, random.Next(1, 12), started: time - 9)),
            ];
            foreach (var governor in (Governor[])[.. governors, .. governors])
                See(governor, time + random.NextDouble(), queries);

            var isAlone = tenants.Any(tenant => tenant.IsAside);
            Assert.True(isAlone || governors.All(governor => governor.Program.Parts.IsEmpty));
            Assert.True(isAlone || governors.Sum(ClassCount) < classes);
            parts += governors.Sum(governor => governor.Program.Parts.Length);
        }

        Assert.True(classes == 4 || parts > 0);
    }

    private static int ClassCount(Governor governor) =>
        governor.Program.ThrottlingPools.Select(pool => pool.ServiceClass).OfType<int>().Distinct().Count();

    private static PoolAllotment Pool(Governor governor, int process) =>
        governor.Program.ThrottlingPools.Single(pool => pool.Number == governor.Find(process)?.PoolNumber);

    private static Governor Govern(HostTenant tenant, TargetProfile? target = null) =>
        new(Compile(target), new GovernorOptions { Tenant = tenant });

    private static PolicyProgram Compile(TargetProfile? target = null) =>
        PolicyProgram.Compile(
            PolicyReader.Check(Text, "p.rgp", target ?? TargetProfile.Generic).Policy!,
            target ?? TargetProfile.Generic
        );

    private static GovernorTurn See(Governor governor, double seconds, params ObservedQuery[] queries) =>
        governor.Decide(Scene.See(seconds, queries));

    private static ObservedQuery Query(
        int process,
        int mebibytes,
        PlanShape shape = PlanShape.Join,
        double started = 0,
        bool streams = false
    ) =>
        Scene.Query(
            process,
            PlanFacts.Known(
                new PlanProfile
                {
                    Shape = streams ? PlanShape.Scan : shape,
                    WorkingSetBytes = new Figure(mebibytes * 1024m * 1024, Provenance.Estimate),
                    Temporality = streams ? Temporality.NonTemporal : Temporality.Temporal,
                    Locality = PlanLocality.Strong,
                },
                "test"
            ),
            started
        );
}
