using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Tests.Observe;

public sealed class RequestFiguresTests
{
    private static readonly DateTimeOffset Now = new(2026, 11, 20, 9, 0, 0, TimeSpan.Zero);

    [Fact]
    public void Fill_Measured_GivesEachQueryItsOwnFigures()
    {
        var queries = ImmutableArray.Create(Query(51), Query(60), Query(75), Query(90));
        ImmutableArray<RequestFigures> figures = [.. queries.Select(query => Figures(query.ProcessId))];
        var observation = new Observation(Now, queries) { Figures = figures };
        foreach (var query in queries)
        {
            var values = new SignalValues();
            SignalMapper.Fill(values, query, observation, TargetProfile.Generic);

            Assert.Equal(SignalValue.Of(query.ProcessId), values[SignalCatalog.Get("request.cpu")]);
            Assert.Equal(SignalValue.Of(query.ProcessId + 1L), values[SignalCatalog.Get("request.reads")]);
            Assert.Equal(SignalValue.Of(query.ProcessId + 2L), values[SignalCatalog.Get("request.writes")]);
            Assert.Equal(SignalValue.Of(query.ProcessId + 3L), values[SignalCatalog.Get("request.memory")]);
            Assert.Equal(SignalValue.Of(query.ProcessId + 4), values[SignalCatalog.Get("request.workers")]);
        }

        Assert.Null(observation.FiguresOf(Query(52)));
    }

    [Fact]
    public void Fill_NotMeasured_IsAbsentAndWorkersAreCounted()
    {
        var query = Query(7) with { Workers = [8, 9] };
        var values = new SignalValues();
        SignalMapper.Fill(values, query, new Observation(Now, [query]), TargetProfile.Generic);

        Assert.Equal(SignalValue.Absent, values[SignalCatalog.Get("request.cpu")]);
        Assert.Equal(SignalValue.Of(2), values[SignalCatalog.Get("request.workers")]);
    }

    [Fact]
    public void Fill_Sampled_TellsWhatTheQueryTouches()
    {
        var query = Query(7);
        var figures = Figures(1) with { Sampled = new MeasuredSet(64, 3) };
        var values = new SignalValues();
        SignalMapper.Fill(values, query, new Observation(Now, [query]) { Figures = [figures] }, TargetProfile.Generic);

        Assert.Equal(SignalValue.Of(64L), values[SignalCatalog.Get("measured.working_set")]);
        Assert.Equal(SignalValue.Of(3L), values[SignalCatalog.Get("measured.streamed")]);
    }

    [Fact]
    public void Fill_NotSampled_IsAbsent()
    {
        var query = Query(7);
        var values = new SignalValues();
        SignalMapper.Fill(
            values,
            query,
            new Observation(Now, [query]) { Figures = [Figures(1)] },
            TargetProfile.Generic
        );

        Assert.Equal(SignalValue.Absent, values[SignalCatalog.Get("measured.working_set")]);
        Assert.Equal(SignalValue.Absent, values[SignalCatalog.Get("measured.streamed")]);
    }

    private static RequestFigures Figures(int seed) =>
        new(TimeSpan.FromSeconds(seed), seed + 1, seed + 2, seed + 3, seed + 4);

    private static ObservedQuery Query(int processId) =>
        new()
        {
            ProcessId = processId,
            Started = Now,
            Session = new SessionFacts("app", "app", "", "shop", false),
        };
}
