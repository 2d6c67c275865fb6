namespace RgPolicy.Service.Tests.Minutes;

/// <summary>A clock whose first answer comes when the test says so: whoever asks hangs as on a disk that
/// does.</summary>
internal sealed class HangingClock : TimeProvider, IDisposable
{
    private readonly ManualResetEventSlim _goesOn = new();
    private int _asked;

    public int Asked => _asked;

    public override DateTimeOffset GetUtcNow()
    {
        Interlocked.Increment(ref _asked);
        _goesOn.Wait();
        return System.GetUtcNow();
    }

    public void GoOn() => _goesOn.Set();

    public void Dispose() => _goesOn.Dispose();
}
