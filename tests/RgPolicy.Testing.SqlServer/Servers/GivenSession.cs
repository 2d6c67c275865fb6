namespace RgPolicy.Testing.SqlServer.Servers;

/// <summary>A client that executes the same batch again and again on a server that is given.</summary>
/// <param name="Login">Its login.</param>
/// <param name="App">The application's name.</param>
/// <param name="Host">The host's name.</param>
/// <param name="Batch">What it executes.</param>
/// <param name="Pause">How long it rests after it.</param>
internal sealed record GivenSession(string Login, string App, string Host, string Batch, TimeSpan Pause)
{
    private const string Wait = "WAITFOR DELAY '00:30:00';";

    private const string Report =
        "SET NOCOUNT ON; SELECT TOP (1) a.Filler, COUNT_BIG(*) AS n FROM dbo.Big AS a CROSS JOIN dbo.Big AS b CROSS "
        + "JOIN dbo.Big AS c "
        + "GROUP BY a.Filler ORDER BY n DESC OPTION (USE HINT(N'ENABLE_PARALLEL_PLAN_PREFERENCE'));";

    private const string Scan =
        "SELECT COUNT_BIG(*) FROM dbo.Big AS a CROSS JOIN dbo.Big AS b CROSS JOIN dbo.Big AS c WHERE a.K + b.K > c.K;";
    private const string Change = "UPDATE dbo.Orders SET Total = Total + 1 WHERE OrderId = 1;";

    /// <summary>
    /// The sessions of the scenario <c>observed</c>, as real clients: reports that do not end, a lock
    /// and who waits for it, statements that return. A server that keeps no plans of what is executed
    /// only sees them wait.
    /// </summary>
    public static IReadOnlyList<GivenSession> Observed(bool keepsPlans) =>
        [
            new("shop", "Reports", "bi01", keepsPlans ? Report : Wait, TimeSpan.Zero),
            new("shop", "Doomed", "web9", Wait, TimeSpan.Zero),
            new("shop", "Shop", "web1", $"BEGIN TRANSACTION; {Change} {Wait}", TimeSpan.Zero),
            new("shop", "Shop", "web2", keepsPlans ? Change : Wait, TimeSpan.Zero),
            new(
                "shop",
                "Tool",
                "ws1",
                keepsPlans ? "SELECT Total FROM dbo.Orders WHERE OrderId = 1;" : Wait,
                TimeSpan.Zero
            ),
            new("dba", "Studio", "ws2", keepsPlans ? Scan : Wait, TimeSpan.Zero),
            new(
                "shop",
                "Shop",
                "web3",
                keepsPlans
                    ? "SELECT COUNT_BIG(*) FROM dbo.Big AS a CROSS JOIN dbo.Big AS b WHERE a.K <> b.K + 7;"
                    : Wait,
                TimeSpan.FromSeconds(0.2)
            ),
        ];
}
