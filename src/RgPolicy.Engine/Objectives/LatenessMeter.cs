namespace RgPolicy.Engine.Objectives;

/// <summary>
/// How large a part of a class's calls runs longer than an objective allows, from the ages that polls
/// see: a call that lasts longer crosses that age once, so crossings per call are the part that is late. Second by
/// second, over two windows.
/// </summary>
internal sealed class LatenessMeter(TimeSpan target, ObjectiveOptions options)
{
    private readonly Bucket[] _buckets = new Bucket[Math.Max(1, (int)options.LongWindow.TotalSeconds)];
    private long _second;

    /// <summary>Sightings of the class in the long window.</summary>
    public int Sightings { get; private set; }

    /// <summary>What a policy test says to be late, in place of what is measured; else null.</summary>
    public double? Told { get; set; }

    /// <summary>Moves on to this moment.</summary>
    public void Advance(DateTimeOffset now)
    {
        var second = now.UtcTicks / TimeSpan.TicksPerSecond;
        var steps = Math.Clamp(second - _second, 0, _buckets.Length);
        for (var step = 1; step <= steps; step++)
        {
            ref var old = ref _buckets[(second - steps + step) % _buckets.Length];
            Sightings -= old.Sightings;
            old = default;
        }

        _second = Math.Max(second, _second);
    }

    /// <summary>Takes in a running query of the class.</summary>
    /// <param name="age">How long it has run.</param>
    /// <param name="sinceLastPoll">How long ago it could have been seen before.</param>
    public void See(TimeSpan age, TimeSpan sinceLastPoll)
    {
        ref var bucket = ref _buckets[_second % _buckets.Length];
        bucket.Sightings++;
        Sightings++;
        bucket.Late += age >= target && age - sinceLastPoll < target ? 1 : 0;
    }

    /// <summary>Takes in calls that have been counted since the last time.</summary>
    public void AddCalls(long calls) => _buckets[_second % _buckets.Length].Calls += calls;

    /// <summary>The part of calls that is late, or null where there is too little to judge by.</summary>
    public double? Late(TimeSpan window)
    {
        if (Told is not null || Sightings < options.LeastSightings)
            return Told;

        var (late, calls) = (0L, 0L);
        for (var back = 0; back < Math.Min(_buckets.Length, (int)window.TotalSeconds); back++)
        {
            var bucket = _buckets[(_second - back) % _buckets.Length];
            (late, calls) = (late + bucket.Late, calls + bucket.Calls);
        }

        // A query that is still running has not been counted as a call.
        return calls == 0 ? null : late / (double)Math.Max(calls, late);
    }

    private struct Bucket
    {
        public int Sightings;
        public int Late;
        public long Calls;
    }
}
