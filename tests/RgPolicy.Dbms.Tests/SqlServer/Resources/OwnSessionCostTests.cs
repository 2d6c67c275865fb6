using RgPolicy.Dbms.SqlServer.Resources;

namespace RgPolicy.Dbms.Tests.SqlServer.Resources;

/// <summary>What RgPolicy's own sessions have cost the server.</summary>
public sealed class OwnSessionCostTests
{
    private static readonly DateTime Noon = new(2026, 11, 20, 12, 0, 0);

    private readonly OwnSessionCost _cost = new();

    [Fact]
    public void Cpu_BeforeTheFirstReading_IsNotKnown() => Assert.Null(_cost.Cpu);

    [Fact]
    public void Take_SessionThatEndedWhileItsNumberIsAnothersOfOurs_CountsBoth()
    {
        _cost.Take([Session(51, 0, 40), Session(52, 0, 5)]);
        Assert.Equal(45, _cost.Cpu!.Value.TotalMilliseconds);

        _cost.Take([Session(51, 9, 3), Session(52, 0, 6)]);
        Assert.Equal(49, _cost.Cpu.Value.TotalMilliseconds);

        _cost.Take([]);
        _cost.Take([Session(51, 20, 1)]);
        Assert.Equal(50, _cost.Cpu.Value.TotalMilliseconds);
    }

    private static OwnSessionRow Session(int id, int second, int milliseconds) =>
        new(id, Noon.AddSeconds(second), TimeSpan.FromMilliseconds(milliseconds));
}
