using MySqlConnector;

namespace RgPolicy.Dbms.MySql.Connect;

internal static class MySqlTraitsReader
{
    private const string Settings =
        "SELECT @@version, @@datadir, @@performance_schema, @@thread_handling, CONNECTION_ID(), @@pid_file";

    private const string MetadataPlugin =
        "SELECT COUNT(*) FROM information_schema.PLUGINS "
        + "WHERE PLUGIN_NAME = 'METADATA_LOCK_INFO' AND PLUGIN_STATUS = 'ACTIVE'";

    private const string StatementEvents =
        "SELECT ENABLED FROM performance_schema.setup_consumers WHERE NAME = 'events_statements_current'";

    private const string MetadataInstrument =
        "SELECT ENABLED FROM performance_schema.setup_instruments WHERE NAME = 'wait/lock/metadata/sql/mdl'";

    private const string ThreadOfProcessList =
        "SELECT TID FROM information_schema.PROCESSLIST WHERE ID = CONNECTION_ID()";

    private const string ThreadOfSchema =
        "SELECT THREAD_OS_ID FROM performance_schema.threads WHERE PROCESSLIST_ID = CONNECTION_ID()";

    /// <exception cref="ObserveException">A server of this version is not observed.</exception>
    public static async Task<MySqlServerTraits> ReadAsync(
        MySqlLink link,
        MySqlConnectionOptions options,
        CancellationToken cancellationToken
    )
    {
        if (MySqlVersion.WhyNot(link.Version) is { } problem)
            throw new ObserveException($"{options.Target}: {problem}");
        MySqlServerTraits? traits = null;
        await link.ReadAsync(Settings, row => traits = Read(row), cancellationToken);
        var found = traits ?? throw new ObserveException($"{options.Target}: the server tells nothing of itself");
        if (found.HasPerformanceSchema)
            found = await WithSchemaAsync(found, link, cancellationToken);
        if (found.IsMariaDb && await IsAsync(link, MetadataPlugin, "1", cancellationToken))
            found = found with { MetadataLocks = MetadataLockSource.Plugin };
        var threadId = OwnThread(found) is { } thread ? Number(await link.ScalarAsync(thread, cancellationToken)) : 0;
        return found with
        {
            ThreadId = threadId,
            ProcessId = options.IsLocal && threadId > 0 ? ServerThreads.ProcessOf(threadId) : null,
        };
    }

    /// <summary>Asks for the thread of the session that asks; null where the server does not tell.</summary>
    public static string? OwnThread(MySqlServerTraits traits) =>
        traits.IsMariaDb ? ThreadOfProcessList
        : traits.HasPerformanceSchema ? ThreadOfSchema
        : null;

    private static async Task<MySqlServerTraits> WithSchemaAsync(
        MySqlServerTraits traits,
        MySqlLink link,
        CancellationToken cancellationToken
    )
    {
        try
        {
            return traits with
            {
                HasStatementEvents = await IsAsync(link, StatementEvents, "YES", cancellationToken),
                MetadataLocks = await IsAsync(link, MetadataInstrument, "YES", cancellationToken)
                    ? MetadataLockSource.PerformanceSchema
                    : MetadataLockSource.None,
            };
        }
        catch (MySqlException e)
            when (e.ErrorCode is MySqlErrorCode.TableAccessDenied or MySqlErrorCode.DatabaseAccessDenied)
        {
            return traits with { HasPerformanceSchema = false, HidesPerformanceSchema = true };
        }
    }

    private static MySqlServerTraits Read(MySqlDataReader row)
    {
        var version = MySqlVersion.Plain(row.GetString(0));
        return new MySqlServerTraits
        {
            Kind = MySqlVersion.IsMariaDb(version) ? "mariadb" : "mysql",
            Version = version,
            VersionParts = MySqlVersion.Parts(version),
            DataDirectory = row.GetString(1),
            PidFile = Path.Join(Path.IsPathRooted(row.GetString(5)) ? "" : row.GetString(1), row.GetString(5)),
            HasPerformanceSchema = Number(Convert.ToString(row.GetValue(2), CultureInfo.InvariantCulture)) == 1,
            ThreadHandling = row.GetString(3),
        };
    }

    private static async Task<bool> IsAsync(MySqlLink link, string sql, string wanted, CancellationToken token) =>
        await link.ScalarAsync(sql, token) == wanted;

    private static int Number(string? text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0;
}
