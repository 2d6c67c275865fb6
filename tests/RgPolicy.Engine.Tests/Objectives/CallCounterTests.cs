using RgPolicy.Engine.Objectives;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Tests.Objectives;

public sealed class CallCounterTests
{
    [Fact]
    public void Count_ExecutionsOfEachFingerprint_AreThoseSinceTheLastSight()
    {
        var counter = new CallCounter();

        Assert.Equal(
            [0L, 5, 0, 0, 3, 0, 0, 0, 2],
            [
                counter.Count(Query("a", 10)),
                counter.Count(Query("a", 15)),
                counter.Count(Query("b", 7)),
                counter.Count(Query("a", 12)),
                counter.Count(Query("a", 18)),
                counter.Count(Query("", 9)),
                counter.Count(Query("", 99)),
                counter.Count(Query("b", null)),
                counter.Count(Query("b", 9)),
            ]
        );
        Assert.Equal(0, counter.Count(Query("b", 20) with { Statement = null }));
    }

    [Fact]
    public void Count_VeryManyFingerprints_BeginsAnew()
    {
        var counter = new CallCounter();
        for (var number = 0; number < 9_999; number++)
            counter.Count(Query($"f{number}", 1));

        Assert.Equal(1, counter.Count(Query("f0", 2)));
        Assert.Equal(0, counter.Count(Query("last", 1)));
        Assert.Equal(0, counter.Count(Query("one more", 1)));
        Assert.Equal(0, counter.Count(Query("f0", 5)));
    }

    private static ObservedQuery Query(string fingerprint, long? executions) =>
        Scene.Query(1, Scene.Plan(PlanShape.Oltp)) with
        {
            Statement = new StatementFacts(StatementKind.Select, fingerprint, null, false),
            History = new HistoryFacts(executions, null, null, null, null),
        };
}
