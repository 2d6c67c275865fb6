namespace RgPolicy.Service.Tests.Scripted;

/// <summary>A clock that stands still until it is moved; timers fire in the moving thread.</summary>
internal sealed class ManualTime : TimeProvider
{
    private readonly object _gate = new();
    private readonly List<ManualTimer> _timers = [];
    private TimeSpan _now = TimeSpan.FromHours(1);

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public static DateTimeOffset Epoch { get; } = new(2026, 11, 20, 9, 0, 0, TimeSpan.Zero);

    public override long GetTimestamp()
    {
        lock (_gate)
        {
            return _now.Ticks;
        }
    }

    /// <summary>By how much somebody has set the wall clock; time goes on evenly all the same.</summary>
    public TimeSpan SetBy { get; set; }

    /// <summary>The host's zone.</summary>
    public TimeZoneInfo Zone { get; set; } = TimeZoneInfo.Utc;

    public override TimeZoneInfo LocalTimeZone => Zone;

    public override DateTimeOffset GetUtcNow() => Epoch + TimeSpan.FromTicks(GetTimestamp()) + SetBy;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new ManualTimer(this, callback, state);
        timer.Change(dueTime, period);
        lock (_gate)
        {
            _timers.Add(timer);
        }

        return timer;
    }

    public void Advance(TimeSpan by)
    {
        ManualTimer[] due;
        lock (_gate)
        {
            _now += by;
            due = [.. _timers.Where(timer => timer.Due <= _now)];
            _timers.RemoveAll(timer => timer.Due <= _now && !timer.Repeats(_now));
        }

        foreach (var timer in due)
            timer.Fire();
    }

    private sealed class ManualTimer(ManualTime owner, TimerCallback callback, object? state) : ITimer
    {
        public TimeSpan Due { get; private set; } = TimeSpan.MaxValue;

        private TimeSpan _period = Timeout.InfiniteTimeSpan;

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            _period = period;
            Due =
                dueTime == Timeout.InfiniteTimeSpan
                    ? TimeSpan.MaxValue
                    : TimeSpan.FromTicks(owner.GetTimestamp()) + dueTime;
            return true;
        }

        public void Fire() => callback(state);

        /// <summary>Puts a repeating timer off until its next time.</summary>
        public bool Repeats(TimeSpan now)
        {
            if (_period <= TimeSpan.Zero)
                return false;

            Due = now + _period;
            return true;
        }

        public void Dispose()
        {
            lock (owner._gate)
            {
                owner._timers.Remove(this);
            }
        }

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
