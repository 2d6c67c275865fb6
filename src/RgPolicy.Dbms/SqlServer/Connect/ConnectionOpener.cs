using Microsoft.Data.SqlClient;

namespace RgPolicy.Dbms.SqlServer.Connect;

/// <summary>
/// Opens connections. Asked to do so asynchronously, the driver opens only as many unpooled ones at a time as there are
/// processors, in the whole process: a few servers that do not answer would keep all others waiting. So each is opened
/// by a thread of its own.
/// </summary>
internal static class ConnectionOpener
{
    static ConnectionOpener() => SqlClientCulture.Allow();

    /// <summary>Opens it. Where the wait is given up, the driver's own limit ends the attempt, and what it made is
    /// closed.</summary>
    public static async Task OpenAsync(SqlConnection connection, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var opening = Task.Factory.StartNew(
            connection.Open,
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default
        );
        try
        {
            await opening.WaitAsync(cancellationToken);
        }
        catch (OperationCanceledException)
        {
            _ = CloseAsync(opening, connection);
            throw;
        }
    }

    private static async Task CloseAsync(Task opening, SqlConnection connection)
    {
        try
        {
            await opening;
        }
        catch (Exception e) when (SqlServerError.IsExpected(e))
        {
            // The caller has given up waiting for it.
        }
        finally
        {
            await connection.DisposeAsync();
        }
    }
}
