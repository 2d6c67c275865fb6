using System.Collections.Immutable;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;
using RgPolicy.Service.Sampling;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Sampling;

public sealed class PlanCorrectionsTests
{
    private const long Mebi = 1 << 20;
    private readonly LoopScene _scene = new();
    private readonly PlanCorrections _corrections = new(32 * Mebi);

    [Fact]
    public void Of_NothingLearned_HandsOutTheSameInstance()
    {
        var query = Query(10, 100);

        Assert.Same(query, Of(query));
    }

    [Fact]
    public void Of_SampleFoundMore_RaisesTheEstimateOfTheNextExecution()
    {
        Execute(10, 16, new(64 * Mebi, 0) { TouchedBytes = 64 * Mebi });

        var next = Of(Query(11, 16));

        Assert.Equal(new Figure(32 * Mebi, Provenance.Inferred), next.Plan.Profile?.WorkingSetBytes);
        Assert.Equal("test, corrected by samples", next.Plan.Source);
    }

    [Fact]
    public void Of_SamplesFoundLessAgainAndAgain_LowersTheEstimateTowardsThem()
    {
        for (var execution = 10; execution < 20; execution++)
        {
            Execute(execution, 64, new(4 * Mebi, 0) { TouchedBytes = 4 * Mebi });
        }

        Assert.InRange(WorkingSet(Of(Query(20, 64))), 4, 8);
    }

    [Fact]
    public void Of_TableIsStillBeingFilled_EstimateIsNotContradicted()
    {
        Execute(10, 200, new(2 * Mebi, 100 * Mebi) { TouchedBytes = 300 * Mebi });

        Assert.Equal(200, WorkingSet(Of(Query(11, 200))));
    }

    [Fact]
    public void Of_SeveralSamplesOfOneExecution_CountAsOneByTheLargest()
    {
        var query = Of(Query(10, 16));
        foreach (var found in new[] { 1, 64, 2 })
        {
            _corrections.Learn(query, new(found * Mebi, 0) { TouchedBytes = found * Mebi });
        }

        Assert.Equal(32, WorkingSet(Of(Query(11, 16))));
    }

    [Fact]
    public void Of_ExecutionThatWasSampledItself_KeepsTheEstimateThatItBeganWith()
    {
        var query = Query(10, 16);
        _corrections.Learn(Of(query), new(64 * Mebi, 0) { TouchedBytes = 64 * Mebi });

        Assert.Same(query, Of(query));
        Assert.Equal(16, WorkingSet(Of(query with { WaitsForLock = true })));
    }

    [Fact]
    public void Of_UnchangedQuery_IsTheSameInstanceAgain()
    {
        Execute(10, 16, new(64 * Mebi, 0) { TouchedBytes = 64 * Mebi });
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
        Execute(10, 16, new(64 * Mebi, 0) { TouchedBytes = 64 * Mebi });
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
        Execute(10, 16, new(64 * Mebi, 0) { TouchedBytes = 64 * Mebi });
        var query = Query(11, 16);
        Assert.Equal(16, WorkingSet(Of(query with { Statement = null })));

        Assert.Equal(32, WorkingSet(Of(query)));
    }

    [Fact]
    public void Of_CorrectedEstimateCrossesALimit_CacheUseFollows()
    {
        Execute(10, 2, new(64 * Mebi, 0) { TouchedBytes = 64 * Mebi }, CacheUse.Neutral);

        Assert.Equal(CacheUse.Sensitive, Of(Query(11, 2, CacheUse.Neutral)).Plan.Profile?.CacheUse);
    }

    [Fact]
    public void Of_ExecutionHasEnded_LateSampleTeachesNothing()
    {
        var query = Of(Query(10, 16));
        _corrections.Of([]);

        _corrections.Learn(query, new(64 * Mebi, 0) { TouchedBytes = 64 * Mebi });

        Assert.Equal(16, WorkingSet(Of(Query(11, 16))));
    }

    private void Execute(int processId, long mebibytes, MeasuredSet found, CacheUse use = CacheUse.Sensitive)
    {
        var query = Of(Query(processId, mebibytes, use));
        _corrections.Learn(query, found);
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
