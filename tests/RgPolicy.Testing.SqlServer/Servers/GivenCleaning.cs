using RgPolicy.Dbms.Configure;

namespace RgPolicy.Testing.SqlServer.Servers;

/// <summary>Removes what was made on a server that is given, although sessions of clients that have
/// just gone may still be ending.</summary>
internal static class GivenCleaning
{
    private const int MostAttempts = 20;
    private static readonly TimeSpan BeforeAnotherAttempt = TimeSpan.FromMilliseconds(500);

    /// <summary>Ends sessions and runs a statement, again until it succeeds.</summary>
    /// <param name="server">The server.</param>
    /// <param name="sessions">What is true of the sessions that are in the way, of the view <c>s</c>.</param>
    /// <param name="statement">What removes it.</param>
    public static async Task RunAsync(TestServer server, string sessions, string statement)
    {
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                var inTheWay =
                    "SELECT CONVERT(nvarchar(10), s.session_id) FROM sys.dm_exec_sessions AS s WHERE s.session_id > "
                    + $"50 AND {sessions}";
                foreach (var session in await server.TextsAsync("master", inTheWay))
                    await server.RunAsync($"KILL {session}");
                await server.RunAsync(statement);
                return;
            }
            catch (ConfigureException) when (attempt < MostAttempts)
            {
                await Task.Delay(BeforeAnotherAttempt);
            }
        }
    }
}
