using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>Looks, every two seconds, for prepared statements whose texts a MariaDB does not tell in performance_schema: a
/// poll that goes by texts there does not see them.</summary>
internal sealed class UntoldTexts(TimeProvider time)
{
    // What runs as RgPolicy's own login is RgPolicy's.
    private const string Sql =
        "SELECT COUNT(*) FROM performance_schema.threads WHERE PROCESSLIST_COMMAND = 'Execute' "
        + "AND PROCESSLIST_INFO IS NULL AND PROCESSLIST_USER <> SUBSTRING_INDEX(CURRENT_USER(), '@', 1)";

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(2);

    private long? _looked;

    /// <summary>Whether one runs; false between two looks.</summary>
    public async Task<bool> AreThereAsync(MySqlLink link, CancellationToken cancellationToken)
    {
        if (_looked is { } looked && time.GetElapsedTime(looked) < Interval)
            return false;
        _looked = time.GetTimestamp();
        var found = 0L;
        await link.ReadPreparedAsync(Sql, row => found = row.GetInt64(0), cancellationToken);
        return found > 0;
    }
}
