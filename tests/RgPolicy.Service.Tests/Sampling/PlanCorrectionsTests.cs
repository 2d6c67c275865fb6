using RgPolicy.Engine.Observe;
using RgPolicy.Plans;
using RgPolicy.Service.Sampling;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Sampling;

public sealed class PlanCorrectionsTests
{
    private const long Mebi = 1 << 20;
    private readonly LoopScene _scene = new();
    private readonly PlanCorrections _corrections = new(new CacheSizes(32 * Mebi, 2 * Mebi));

    [Fact]
    public void Of_NothingLearned_HandsOutTheSameInstance()
    {
        var query = Query(10, 100);

        Assert.Same(query, Of(query));
    }

    [Fact]
    public void Of_SampleFoundMore_RaisesTheEstimateOfTheNextExecution()
    {
        Execute(10, 16, found: 64);

        var next = Of(Query(11, 16));

        Assert.Equal(new Figure(32 * Mebi, Provenance.Inferred), next.Plan.Profile?.WorkingSetBytes);
        Assert.Equal("test, corrected by samples", next.Plan.Source);
    }

    [Fact]
    public void Of_SamplesFoundLess_EstimateStaysAsItIs()
    {
        for (var execution = 10; execution < 20; execution++)
            Execute(execution, 256, found: 1);

        var query = Query(20, 256);
        Assert.Same(query, Of(query));
    }

    [Fact]
    public void Of_EstimateHoldsAgain_CorrectionFades()
    {
        Execute(10, 16, found: 64);
        Assert.Equal(32, WorkingSet(Of(Query(11, 16))));

        for (var execution = 12; execution < 30; execution++)
            Execute(execution, 16, found: 1);

        Assert.InRange(WorkingSet(Of(Query(30, 16))), 16, 17);
    }

    [Fact]
    public void Of_SeveralSamplesOfOneExecution_CountAsOneByTheLargest()
    {
        var query = Of(Query(10, 16));
        foreach (var found in new[] { 1, 64, 2 })
            _corrections.Learn(query, found * Mebi);

        Assert.Equal(32, WorkingSet(Of(Query(11, 16))));
    }

    [Fact]
    public void Of_ExecutionThatWasSampledItself_KeepsTheEstimateThatItBeganWith()
    {
        var query = Query(10, 16);
        _corrections.Learn(Of(query), 64 * Mebi);

        Assert.Same(query, Of(query));
        Assert.Equal(16, WorkingSet(Of(query with { WaitsForLock = true })));
        Assert.Equal(16, WorkingSet(Of(query with { Statement = query.Statement! with { Text = "read again" } })));
        Assert.Equal(16, WorkingSet(Of(query with { Plan = Query(10, 16).Plan })));
    }

    [Fact]
    public void Of_OthersAreSampledMeanwhile_KeepsTheEstimateThatItBeganWith()
    {
        var (query, other) = (Query(10, 16), Query(11, 16));
        var both = _corrections.Of([query, other]);
        _corrections.Learn(both[1], 64 * Mebi);

        both = _corrections.Of([query with { WaitsForLock = true }, other]);

        Assert.All(both, each => Assert.Equal(16, WorkingSet(each)));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(long.MinValue)]
    [InlineData(long.MaxValue)]
    public void Learn_AnyFigure_RaisesByAFactorOf16AtMost(long found)
    {
        for (var execution = 10; execution < 20; execution++)
        {
            var query = Of(Query(execution, 16));
            _corrections.Learn(query, found);
        }

        Assert.InRange(WorkingSet(Of(Query(20, 16))), 16, 256);
    }

    [Fact]
    public void Of_UnchangedQuery_IsTheSameInstanceAgain()
    {
        Execute(10, 16, found: 64);
        var query = Query(11, 16);
        var first = Of(query);

        Assert.Same(first, Of(query));
        var changed = Of(query with { WaitsForLock = true });
        Assert.Same(first.Plan, changed.Plan);
        Assert.True(changed.WaitsForLock);
    }

    [Fact]
    public void Of_AnotherLoginDatabaseStatementOrPlan_IsNotCorrected()
    {
        Execute(10, 16, found: 64);
        var query = Query(11, 16);
        ObservedQuery[] others =
        [
            query with
            {
                Session = query.Session with { Login = "other" },
            },
            query with
            {
                Session = query.Session with { Database = "other" },
            },
            query with
            {
                Statement = query.Statement! with { Fingerprint = "other" },
            },
            Query(11, 16, "Seq Scan", "Hash Join"),
            query with
            {
                Statement = null,
            },
        ];

        Assert.All(
            others.Select((other, index) => other with { ProcessId = 20 + index }),
            other => Assert.Same(other, Of(other))
        );
    }

    [Fact]
    public void Of_TextArrivesBehindThePlan_IsCorrectedFromThenOn()
    {
        Execute(10, 16, found: 64);
        var query = Query(11, 16);
        Assert.Equal(16, WorkingSet(Of(query with { Statement = null })));

        Assert.Equal(32, WorkingSet(Of(query)));
    }

    [Fact]
    public void Of_CorrectedEstimateCrossesALimit_CacheUseFollows()
    {
        Execute(10, 2, found: 64, CacheUse.Neutral);

        Assert.Equal(CacheUse.Sensitive, Of(Query(11, 2, CacheUse.Neutral)).Plan.Profile?.CacheUse);
    }

    [Fact]
    public void Of_ExecutionHasEnded_LateSampleTeachesNothing()
    {
        var query = Of(Query(10, 16));
        _corrections.Of([]);

        _corrections.Learn(query, 64 * Mebi);

        Assert.Equal(16, WorkingSet(Of(Query(11, 16))));
    }

    private void Execute(int processId, long mebibytes, long found, CacheUse use = CacheUse.Sensitive)
    {
        var query = Of(Query(processId, mebibytes, use));
        _corrections.Learn(query, found * Mebi);
    }

    private ObservedQuery Of(ObservedQuery query) => Assert.Single(_corrections.Of([query]));

    private static decimal WorkingSet(ObservedQuery query) => (query.Plan.Profile?.WorkingSetBytes.Value ?? 0) / Mebi;

    private ObservedQuery Query(int processId, long mebibytes, params string[] operators) =>
        Query(processId, mebibytes, CacheUse.Sensitive, operators);

    private ObservedQuery Query(int processId, long mebibytes, CacheUse use, params string[] operators) =>
        _scene.Query(processId, 60, PlanShape.Join) with
        {
            Plan = PlanFacts.Known(
                new PlanProfile
                {
                    Shape = PlanShape.Join,
                    CacheUse = use,
                    WorkingSetBytes = new(mebibytes * Mebi, Provenance.Estimate),
                    StreamedBytes = new(0, Provenance.Estimate),
                    Operators = Operators(operators),
                },
                "test"
            ),
        };

    private static ImmutableArray<PlanOperator> Operators(string[] names) =>
        [
            .. names.Select(
                (name, index) =>
                    new PlanOperator(
                        index,
                        null,
                        name,
                        OperatorFamily.Other,
                        Figure.Unknown,
                        Figure.Unknown,
                        Figure.Unknown,
                        Figure.Unknown,
                        0
                    )
            ),
        ];
}
