using RgPolicy.Engine.Objectives;

namespace RgPolicy.Engine.Tests.Objectives;

public sealed class LatenessMeterTests
{
    private static readonly DateTimeOffset Start = new(2026, 11, 21, 9, 0, 0, TimeSpan.Zero);

    // Calls of 50 ms to 2 s are polled every 100 ms; the meter sees ages and a count of calls only.
    [Theory]
    [InlineData(0.5, 1)]
    [InlineData(1.0, 2)]
    [InlineData(1.5, 3)]
    public void Late_PolledCalls_IsThePartThatLastsLonger(double target, int seed)
    {
        var random = new Random(seed);
        var meter = new LatenessMeter(TimeSpan.FromSeconds(target), new ObjectiveOptions());
        var running = new List<(double From, double Until)>();
        var (late, calls) = (0, 0);
        for (var poll = 0; poll < 600; poll++)
        {
            var now = poll / 10.0;
            meter.Advance(Start.AddSeconds(now));
            for (var begun = random.Next(0, 5); begun > 0; begun--)
            {
                var from = now - (random.NextDouble() / 10);
                running.Add((from, from + 0.05 + (random.NextDouble() * 1.95)));
            }

            foreach (var (from, _) in running.Where(call => call.Until > now))
                meter.See(TimeSpan.FromSeconds(now - from), TimeSpan.FromSeconds(0.1));

            var ended = running.Count(call => call.Until <= now);
            late += running.Count(call => call.Until <= now && call.Until - call.From > target);
            calls += ended;
            meter.AddCalls(ended);
            running.RemoveAll(call => call.Until <= now);
        }

        var measured = Assert.NotNull(meter.Late(TimeSpan.FromSeconds(60)));
        Assert.InRange(measured, (late / (double)calls) - 0.06, (late / (double)calls) + 0.06);
    }

    [Fact]
    public void Late_FewSightingsOrNoCalls_IsNotJudged()
    {
        var meter = new LatenessMeter(TimeSpan.FromSeconds(1), new ObjectiveOptions());
        meter.Advance(Start);
        meter.AddCalls(5);
        for (var sighting = 0; sighting < 99; sighting++)
            meter.See(TimeSpan.FromSeconds(0.5), TimeSpan.FromSeconds(0.1));

        Assert.Null(meter.Late(TimeSpan.FromSeconds(60)));
        meter.See(TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(0.1));
        Assert.Equal(0.2, meter.Late(TimeSpan.FromSeconds(60)));
        meter.Advance(Start.AddSeconds(59));
        Assert.Equal(0.2, meter.Late(TimeSpan.FromSeconds(60)));
        Assert.Null(meter.Late(TimeSpan.FromSeconds(10)));
        meter.Advance(Start.AddSeconds(61));
        Assert.Equal(0, meter.Sightings);
    }
}
