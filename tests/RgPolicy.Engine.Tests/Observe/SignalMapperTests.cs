using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Observe;

public sealed class SignalMapperTests
{
    [Fact]
    public void Fill_KnownPlan_FiguresWithoutProvenanceAreAbsent()
    {
        var profile = new PlanProfile
        {
            Shape = PlanShape.Join,
            WorkingSetBytes = new Figure(1000, Provenance.Estimate),
            Locality = PlanLocality.Weak,
            Writes = true,
            Tables = ["orders"],
        };

        var values = Fill(Query(10, PlanFacts.Known(profile, "test")));

        Assert.Equal((int)PlanShape.Join, Get(values, "plan.shape").Number);
        Assert.Equal(1000, Get(values, "plan.working_set").Number);
        Assert.Equal("weak", SignalCatalog.Get("plan.locality").Words[(int)Get(values, "plan.locality").Number]);
        Assert.Equal(1, Get(values, "plan.writes").Number);
        Assert.Equal(SignalState.Absent, Get(values, "plan.streamed").State);
        Assert.Equal(SignalState.Absent, Get(values, "plan.temporality").State);
        Assert.Equal("orders", Assert.Single(Get(values, "statement.tables").Set));
    }

    [Theory]
    [InlineData(10.5, 11)]
    [InlineData(0.4, 0)]
    [InlineData(-1, null)]
    public void Fill_EstimateThatIsNotWhole_IsInTheDomainOfTheProofs(double estimate, int? expected)
    {
        var figure = new Figure((decimal)estimate, Provenance.Estimate);
        var profile = new PlanProfile
        {
            Shape = PlanShape.Scan,
            RowsTouched = figure,
            WorkingSetBytes = figure,
            Cost = figure,
        };

        var values = Fill(Query(10, PlanFacts.Known(profile, "test")));

        foreach (var name in new[] { "plan.rows", "plan.working_set" })
        {
            Assert.Equal(expected is not null, Get(values, name).IsKnown);
            Assert.Equal(expected ?? 0, Get(values, name).Number);
        }

        Assert.Equal(estimate < 0 ? 0 : (decimal)estimate, Get(values, "plan.cost").Number);
    }

    [Theory]
    [InlineData(PlanState.Pending, SignalState.Pending)]
    [InlineData(PlanState.Absent, SignalState.Absent)]
    public void Fill_PlanNotKnown_EveryPlanSignalSaysWhetherItWillCome(object state, object expected)
    {
        var values = Fill(Query(10, new PlanFacts((PlanState)state, null, "")));

        Assert.All(
            SignalCatalog.All.Where(signal => signal.Phase == SignalPhase.Plan),
            signal => Assert.Equal((SignalState)expected, values[signal].State)
        );
        Assert.Equal((SignalState)expected, Get(values, "statement.tables").State);
    }

    [Fact]
    public void Fill_NoStatementNoHistory_PendingAndAbsent()
    {
        var values = Fill(Query(10, PlanFacts.Pending) with { Statement = null });

        Assert.Equal(SignalState.Pending, Get(values, "statement.kind").State);
        Assert.Equal(SignalState.Absent, Get(values, "history.mean_elapsed").State);
        Assert.Equal(SignalState.Absent, Get(values, "request.blocking").State);
        Assert.Equal(SignalState.Absent, Get(values, "request.cpu").State);
        Assert.Equal(SignalState.Absent, Get(values, "host.cpu.pressure").State);
    }

    [Fact]
    public void Fill_ConstantsCountsAndHistory_AreInBaseUnits()
    {
        var query = Query(10, PlanFacts.Pending, 0, 11, 12) with
        {
            History = new HistoryFacts(7, TimeSpan.FromMilliseconds(1500), null, null, 8192),
        };
        var seen = See(2.5, query) with
        {
            Pressure = new HostPressure(12.5, null, 3),
            Blocking = new Dictionary<int, int> { [11] = 2 },
        };
        var values = new SignalValues();

        SignalMapper.Fill(values, query, seen, TargetProfile.Generic);

        Assert.Equal(2.5m, Get(values, "request.elapsed").Number);
        Assert.Equal(2, Get(values, "request.workers").Number);
        Assert.Equal(2, Get(values, "request.blocking").Number);
        Assert.Equal(1, Get(values, "dbms.active").Number);
        Assert.Equal(12.5m, Get(values, "host.cpu.pressure").Number);
        Assert.Equal(7, Get(values, "history.executions").Number);
        Assert.Equal(1.5m, Get(values, "history.mean_elapsed").Number);
        Assert.Equal(SignalState.Absent, Get(values, "history.p95_elapsed").State);
        Assert.Equal(33554432, Get(values, "host.llc").Number);
        Assert.Equal(262144, Get(values, "host.l2").Number);
        Assert.Equal("postgresql", SignalCatalog.Get("dbms.kind").Words[(int)Get(values, "dbms.kind").Number]);
        Assert.Equal(15, Assert.Single(Get(values, "dbms.version").Version));
        Assert.Equal("shop", Get(values, "session.app").Text);
    }

    [Fact]
    public void FillQuery_OverAnotherQuery_NothingStaysFromBefore()
    {
        var full = Query(
            10,
            PlanFacts.Known(new PlanProfile { Shape = PlanShape.Join, Tables = ["orders"] }, "test"),
            0,
            11
        ) with
        {
            History = new HistoryFacts(7, TimeSpan.FromSeconds(1), null, null, 8192),
        };
        ObservedQuery[] queries =
        [
            full,
            full with
            {
                Statement = null,
            },
            full with
            {
                Plan = PlanFacts.Pending,
            },
            full with
            {
                Plan = PlanFacts.Absent("none"),
            },
            full with
            {
                History = null,
            },
            full with
            {
                Workers = [],
            },
            full with
            {
                Statement = null,
                Plan = PlanFacts.Pending,
            },
        ];
        var seen = See(1, queries) with { Blocking = new Dictionary<int, int> { [11] = 2 } };
        var used = new SignalValues();
        SignalMapper.BeginTurn(used, seen, TargetProfile.Generic);

        foreach (var (before, query) in queries.SelectMany(_ => queries, (before, query) => (before, query)))
        {
            var fresh = new SignalValues();
            SignalMapper.Fill(fresh, query, seen, TargetProfile.Generic);
            SignalMapper.FillQuery(used, before, seen, ulong.MaxValue);
            SignalMapper.FillQuery(used, query, seen, ulong.MaxValue);

            Assert.All(SignalCatalog.All, signal => Assert.Equal(fresh[signal], used[signal]));
            Assert.Equal((fresh.Known, fresh.Pending), (used.Known, used.Pending));
        }
    }

    [Fact]
    public void Of_WholeNumber_SameAsDecimal() =>
        Assert.All(
            [0, 1, -1, 7, int.MaxValue, int.MinValue],
            number => Assert.Equal(SignalValue.Of((decimal)number), SignalValue.Of(number))
        );

    [Fact]
    public void FillFromPlan_Document_LeavesTheRestPending()
    {
        var values = new SignalValues();

        SignalMapper.FillFromPlan(
            new PlanStatement
            {
                Ordinal = 0,
                Kind = StatementKind.Select,
                Profile = new PlanProfile { Shape = PlanShape.Scan },
            },
            values
        );

        Assert.Equal((int)PlanShape.Scan, Get(values, "plan.shape").Number);
        Assert.Equal(0, Get(values, "statement.kind").Number);
        Assert.Equal(SignalState.Pending, Get(values, "statement.fingerprint").State);
        Assert.Equal(SignalState.Pending, Get(values, "request.elapsed").State);
    }

    [Fact]
    public void Fill_Groups_AreKnownOrCannotBeTold()
    {
        var query = Query(10, PlanFacts.Pending);

        var told = Fill(query with { Session = query.Session with { Groups = ["CORP\\Analysts"] } });
        var untold = Fill(query);
        var ofADomain = Fill(query with { Session = query.Session with { Login = "CORP\\anna" } });

        Assert.Equal("CORP\\Analysts", Assert.Single(Get(told, "session.group").Set));
        Assert.Equal(SignalState.Absent, Get(untold, "session.group").State);
        Assert.Equal(SignalState.Pending, Get(ofADomain, "session.group").State);
    }

    private static SignalValues Fill(ObservedQuery query)
    {
        var values = new SignalValues();
        SignalMapper.Fill(values, query, See(1, query), TargetProfile.Generic);
        return values;
    }

    private static SignalValue Get(SignalValues values, string name) => values[SignalCatalog.Get(name)];
}
