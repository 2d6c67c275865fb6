namespace RgPolicy.Sidecar.Guarding;

/// <summary>Runs while a client has the lease and is renewed by each heartbeat.</summary>
internal sealed class LeaseClock(TimeProvider time, TimeSpan lease)
{
    private long? _renewed;

    /// <summary>Whether the lease is held and has run out.</summary>
    internal bool HasExpired => Remaining == TimeSpan.Zero;

    /// <summary>Time until it runs out, at least zero; null when it is free.</summary>
    internal TimeSpan? Remaining
    {
        get
        {
            if (_renewed is not { } renewed)
                return null;

            var left = lease - time.GetElapsedTime(renewed);
            return left > TimeSpan.Zero ? left : TimeSpan.Zero;
        }
    }

    internal void Renew() => _renewed = time.GetTimestamp();

    internal void Stop() => _renewed = null;
}
