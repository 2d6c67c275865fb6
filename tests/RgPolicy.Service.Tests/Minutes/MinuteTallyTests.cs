using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;
using RgPolicy.Service.Control;
using RgPolicy.Service.Minutes;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Minutes;

public sealed class MinuteTallyTests
{
    private static readonly DateTimeOffset Begin = MinuteScene.Begin;

    private readonly MinuteTally _tally = new();

    [Fact]
    public void Take_QueryThatEnded_CountsInItsClassWithWhatItUsed()
    {
        Show(0, Query(10, isProvisional: false, cpu: 1));
        Show(1, Query(10, isProvisional: false, cpu: 1.75));
        Show(2);
        var span = Assert.Single(_tally.End()!.Classes);

        Assert.Equal(("scan", true), (span.Class, span.IsGoverned));
        Assert.Equal(1, span.Durations.Count);
        // It began five seconds before the first look, and was seen a second later for the last time.
        Assert.InRange(span.Durations.Maximum.TotalSeconds, 6.4, 6.6);
        Assert.Equal(0.75, span.CpuSeconds, 6);
        Assert.Equal(1, span.ThrottledSeconds, 6);
    }

    [Fact]
    public void Take_QueryWhoseClassWasNeverFinal_IsNotCounted()
    {
        Show(0, Query(10, isProvisional: true, cpu: 0));
        Show(1);

        Assert.All(_tally.End()!.Classes, each => Assert.False(each.HasDurations));
    }

    [Fact]
    public void Take_ServerWithoutASidecar_IsGovernedByWhatItsHintsSay()
    {
        for (var second = 0; second < 2; second++)
        {
            var now = Begin.AddSeconds(second);
            var snapshot = Snapshot(now, GovernorLevel.Enforce, isPaused: false, []);
            _tally.Take(snapshot with { Enforcement = null }, now);
        }

        Assert.Equal(1, _tally.End()!.Host.GovernedSeconds, 6);
    }

    [Theory]
    [InlineData(GovernorLevel.Enforce, true, false)]
    [InlineData(GovernorLevel.Advise, false, false)]
    [InlineData(GovernorLevel.Enforce, false, true)]
    public void Take_PolicyThatIsNotEnforced_IsCountedApart(object level, bool isPaused, bool isGoverned)
    {
        Show(0, (GovernorLevel)level, isPaused, Query(10, isProvisional: false, cpu: 0));
        Show(1, (GovernorLevel)level, isPaused);
        var minute = _tally.End()!;

        Assert.Equal(isGoverned ? 1 : 0, minute.Host.GovernedSeconds, 6);
        Assert.Equal(isGoverned, minute.Host.Throttled > 0);
        Assert.Equal(isGoverned, Assert.Single(minute.Classes).IsGoverned);
        // What the policy would give is not in force.
        Assert.Equal(isGoverned, minute.Pools.Any(pool => pool.Share < 1));
    }

    [Fact]
    public void Take_PollThatIsLost_ForgetsWhatRanAndCountsNothing()
    {
        Show(0, Query(10, isProvisional: false, cpu: 0));
        var lost = Snapshot(Begin.AddSeconds(1), GovernorLevel.Enforce, isPaused: false, []);
        _tally.Take(lost with { Poll = lost.Poll with { IsLost = true } }, Begin.AddSeconds(1));
        Show(2);

        Assert.All(_tally.End()!.Classes, each => Assert.False(each.HasDurations));
    }

    [Fact]
    public void Take_MinuteThatIsOver_IsHandedOut()
    {
        Assert.Null(Show(0));
        Assert.Null(Show(59));
        Assert.Equal(Begin, Show(61)!.Began);
        Assert.Equal(Begin.AddMinutes(1), _tally.End()!.Began);
    }

    [Fact]
    public void Take_MoreClassesThanAreKept_SumsUpTheRest()
    {
        var spans = Enumerable
            .Range(0, MinuteTally.MostClasses + 5)
            .Select(number => MinuteScene.Minute(Begin, $"class{number}"))
            .ToList();

        Assert.Equal(MinuteTally.MostClasses + 5, ClassSpans.Merge(spans).Count);
        Assert.Equal(spans.Count, ClassSpans.Whole(spans.SelectMany(each => each.Classes)).Count);
    }

    private static (GovernedQuery Query, RequestFigures Figures) Query(int processId, bool isProvisional, double cpu) =>
        (
            new GovernedQuery(
                new ObservedQuery
                {
                    ProcessId = processId,
                    Started = Begin.AddSeconds(-5),
                    Session = new SessionFacts("app", "app", "", "shop", false),
                    Plan = PlanFacts.Known(new PlanProfile { Shape = PlanShape.Scan }, "test"),
                },
                new ClassDecision(1, isProvisional, 0),
                isProvisional ? 0 : 1,
                ""
            ),
            new RequestFigures(TimeSpan.FromSeconds(cpu), null, null, null, 0)
        );

    private MinuteSpan? Show(int second, params (GovernedQuery Query, RequestFigures Figures)[] queries) =>
        Show(second, GovernorLevel.Enforce, isPaused: false, queries);

    private MinuteSpan? Show(
        int second,
        GovernorLevel level,
        bool isPaused,
        params (GovernedQuery Query, RequestFigures Figures)[] queries
    ) => _tally.Take(Snapshot(Begin.AddSeconds(second), level, isPaused, queries), Begin.AddSeconds(second));

    private static StatusSnapshot Snapshot(
        DateTimeOffset now,
        GovernorLevel level,
        bool isPaused,
        (GovernedQuery Query, RequestFigures Figures)[] queries
    )
    {
        var bare = FullSnapshot.Bare();
        var seen = new Observation(now, [.. queries.Select(each => each.Query.Query)])
        {
            Figures = [.. queries.Select(each => each.Figures)],
        };
        return bare with
        {
            Options = bare.Options with { Level = level },
            Enforcement = level == GovernorLevel.Enforce ? new EnforcementState(true, null, 0, [], 0, 0) : null,
            Paused = isPaused ? new PauseRecord(now, "user a") : null,
            Decided = new DecidedQueries(bare.Policy.Program, seen, [.. queries.Select(each => each.Query)], null),
        };
    }
}
