using RgPolicy.Dbms.PostgreSql.Trials.Pgbench;

namespace RgPolicy.Dbms.Tests.PostgreSql.Trials.Pgbench;

/// <summary>Logs of pgbench, as it writes them.</summary>
public sealed class PgbenchLogTests
{
    // The clients waited until 100.5 s.
    private static readonly DateTimeOffset Released = DateTimeOffset.FromUnixTimeMilliseconds(100_500);

    [Fact]
    public void Means_TwoClients_CountTheFirstTransactionFromItsRelease() =>
        Assert.Equal(
            [1500.0, 7000.0],
            Means("0 1 900000 0 100 501000", "0 2 2000 0 100 503000", "1 1 900100 1 100 507000")
        );

    [Fact]
    public void Means_ScriptThatWasNotDrawn_HasNone() => Assert.Equal([null, 10.0], Means("0 1 10 1 200 0 5 6"));

    [Fact]
    public void Means_ClockThatWasSetBack_IsNeverNegative() => Assert.Equal([1.0, null], Means("0 1 10 0 99 0"));

    [Theory]
    [InlineData("0 1 failed 0 100 0")]
    [InlineData("0 1 skipped 0 100 0")]
    [InlineData("0 1 10")]
    [InlineData("0 1 10 7 100 0")]
    [InlineData("")]
    public void Means_LineThatIsNoTransaction_IsLeftOut(string line) => Assert.Equal([null, null], Means(line));

    private static double?[] Means(params string[] lines) =>
        [.. PgbenchLog.Means(lines, 2, Released).Select(mean => mean?.TotalMicroseconds)];
}
