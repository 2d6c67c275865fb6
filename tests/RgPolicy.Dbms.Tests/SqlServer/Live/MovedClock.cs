namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>A clock that a test moves.</summary>
internal sealed class MovedClock : TimeProvider
{
    private DateTimeOffset _now = new(2026, 11, 22, 12, 0, 0, TimeSpan.Zero);

    public override DateTimeOffset GetUtcNow() => _now;

    public void Move(TimeSpan by) => _now += by;
}
