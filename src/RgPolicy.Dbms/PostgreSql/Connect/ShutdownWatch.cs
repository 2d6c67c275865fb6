using Npgsql;

namespace RgPolicy.Dbms.PostgreSql.Connect;

/// <summary>Notices that the server waits for its clients to leave (pg_ctl stop -m smart), which those that are
/// connected are not told: RgPolicy's own connections must not be what it waits for. The server says so in its own
/// file, where that may be read, else by refusing a new connection.</summary>
internal sealed class ShutdownWatch(
    PostgresConnectionOptions connection,
    string? dataDirectory,
    OwnBackends own,
    TimeProvider time
)
{
    private const int StatusLine = 7;
    private static readonly TimeSpan FilePause = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan ConnectionPause = TimeSpan.FromSeconds(3);

    private long _looked = time.GetTimestamp();
    private Task<bool>? _asking;

    /// <summary>Looks where it is time, and waits for nothing; true when the server wants to stop.</summary>
    public bool IsStopping()
    {
        if (_asking is { IsCompleted: true } asked)
        {
            _asking = null;
            if (asked is { IsCompletedSuccessfully: true, Result: true })
                return true;
        }

        var passed = time.GetElapsedTime(_looked);
        if (passed < FilePause || _asking is not null)
            return false;
        if (StatusInFile() is { } status)
        {
            _looked = time.GetTimestamp();
            return status == "stopping";
        }

        if (passed < ConnectionPause)
            return false;
        _looked = time.GetTimestamp();
        _asking = IsRefusedAsync();
        return false;
    }

    /// <summary>The server's file of its own state; null where there is none that may be read.</summary>
    private string? StatusInFile()
    {
        if (dataDirectory is null || !connection.IsLocal)
            return null;
        try
        {
            return File.ReadLines(Path.Combine(dataDirectory, "postmaster.pid")).ElementAtOrDefault(StatusLine)?.Trim();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private async Task<bool> IsRefusedAsync()
    {
        try
        {
            await using var session = await PostgresSession.OpenAsync(connection, null, 1, own, CancellationToken.None);
            return false;
        }
        catch (PostgresException e)
        {
            return e.SqlState == PostgresErrorCodes.CannotConnectNow;
        }
        catch (Exception e) when (PostgresError.IsExpected(e))
        {
            return false;
        }
    }
}
