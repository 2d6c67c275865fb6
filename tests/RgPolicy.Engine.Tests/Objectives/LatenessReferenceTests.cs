using RgPolicy.Engine.Objectives;

namespace RgPolicy.Engine.Tests.Objectives;

/// <summary>The meter against a list of everything that it was told.</summary>
public sealed class LatenessReferenceTests
{
    private static readonly DateTimeOffset Start = new(2026, 11, 21, 9, 0, 0, TimeSpan.Zero);
    private static readonly TimeSpan Target = TimeSpan.FromSeconds(2);

    [Theory]
    [InlineData(1, 60, 20)]
    [InlineData(2, 7, 5)]
    [InlineData(3, 1, 1)]
    public void Late_DrawnSightings_IsWhatAListSays(int seed, int seconds, int least)
    {
        var random = new Random(seed);
        var options = new ObjectiveOptions { LongWindow = TimeSpan.FromSeconds(seconds), LeastSightings = least };
        var meter = new LatenessMeter(Target, options);
        var list = new List<(long Second, bool IsLate, long Calls, bool IsSighting)>();
        var now = Start;
        for (var step = 0; step < 3_000; step++)
        {
            // Seldom the clock stands, goes back or jumps beyond the window.
            now += TimeSpan.FromMilliseconds(
                random.Next(60) switch
                {
                    0 => 1_000 * seconds,
                    1 => -300,
                    2 => 3_000,
                    _ => random.Next(0, 500),
                }
            );
            meter.Advance(now);
            var second = Math.Max(now.UtcTicks / TimeSpan.TicksPerSecond, list.Count == 0 ? 0 : list[^1].Second);
            if (random.Next(3) == 0)
            {
                meter.AddCalls(step % 4);
                list.Add((second, false, step % 4, false));
            }

            // At the target, a tick below it, and a poll after it.
            var age = Target + TimeSpan.FromTicks(random.Next(-1, 2)) + TimeSpan.FromSeconds(random.Next(2));
            var poll = TimeSpan.FromSeconds(random.Next(1, 3)) + TimeSpan.FromTicks(random.Next(-1, 2));
            meter.See(age, poll);
            list.Add((second, age >= Target && age - poll < Target, 0, true));

            Assert.Equal(list.Count(each => each.IsSighting && each.Second > second - seconds), meter.Sightings);
            foreach (var window in new[] { 1, 3, seconds, 2 * seconds })
            {
                Assert.Equal(
                    Expected(list, second, Math.Min(window, seconds), meter.Sightings < least),
                    meter.Late(TimeSpan.FromSeconds(window))
                );
            }
        }

        meter.Told = 0.25;
        Assert.Equal(0.25, meter.Late(TimeSpan.FromSeconds(1)));
    }

    private static double? Expected(
        List<(long Second, bool IsLate, long Calls, bool IsSighting)> list,
        long second,
        int window,
        bool areFew
    )
    {
        var inside = list.Where(each => each.Second > second - window).ToList();
        var (late, calls) = (inside.Count(each => each.IsLate), inside.Sum(each => each.Calls));
        return areFew || calls == 0 ? null
            : late > calls ? 1
            : late / (double)calls;
    }
}
