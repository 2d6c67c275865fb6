using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Doctor;

/// <summary>Reads how the Query Stores of all databases of users are.</summary>
internal static class QueryStores
{
    private const int ReadWrite = 2;

    private const string Databases =
        "SELECT d.name, ISNULL(HAS_DBACCESS(d.name), 0) FROM sys.databases AS d WHERE d.database_id > 4 AND d.state "
        + "= 0 ORDER BY d.name";

    /// <summary>Reads them, one after the other; one that fails says so in its place.</summary>
    public static async Task<IReadOnlyList<QueryStoreState>> ReadAsync(
        SqlServerLink link,
        CancellationToken cancellationToken
    )
    {
        var states = new List<QueryStoreState>();
        foreach (
            var (name, isOpen) in await link.QueryAsync(
                Databases,
                row => (row.GetString(0), row.GetInt32(1) == 1),
                cancellationToken
            )
        )
            states.Add(
                isOpen
                    ? await ReadAsync(link, name, cancellationToken)
                    : new QueryStoreState(name, "not open to the login", false)
            );
        return states;
    }

    /// <summary>Reads one; a failure that the session survives says so in its place.</summary>
    public static async Task<QueryStoreState> ReadAsync(
        SqlServerLink link,
        string database,
        CancellationToken cancellationToken
    )
    {
        try
        {
            var name = SqlQuote.Name(database);
            var rows = await link.QueryAsync(
                $"SELECT actual_state_desc, ISNULL(HAS_PERMS_BY_NAME({SqlQuote.Text(name)}, N'DATABASE', N'ALTER'), "
                    + $"0), readonly_reason, desired_state FROM {name}.sys.database_query_store_options",
                row => new QueryStoreState(database, row.GetString(0), true)
                {
                    MaySetHints = row.GetInt32(1) == 1,
                    ReadOnlyReason = row.IsDBNull(2) || row.Int(3) != ReadWrite ? 0 : row.Int(2),
                },
                cancellationToken
            );
            return rows is [var one, ..] ? one : new QueryStoreState(database, "OFF", true);
        }
        catch (ConfigureException e) when (!e.IsLost)
        {
            return new QueryStoreState(database, $"not to be seen ({e.Message})", false);
        }
    }
}

/// <remarks><c>State</c>: in the server's words, or why it cannot be seen.</remarks>
internal sealed record QueryStoreState(string Database, string State, bool IsReachable)
{
    public const int FirstWithHints = 16;

    /// <summary>Why it is read-only although it is to be written, as the server's number; 0 where it is
    /// not so.</summary>
    public int ReadOnlyReason { get; init; }

    /// <summary>The state, with the reason where there is one.</summary>
    public string Described => ReadOnlyReasons.Why(ReadOnlyReason) is { } why ? $"{State} ({why})" : State;

    public bool MaySetHints { get; init; }

    /// <summary>What finished executions took can be read; where it is off, it tells of a time that is gone.</summary>
    public bool HasHistory => State is "READ_WRITE" or "READ_ONLY" or "READ_CAPTURE_SECONDARY";

    public bool IsWritable => State == "READ_WRITE";
}

/// <summary>Why a Query Store that is to be written is read-only (<c>readonly_reason</c>), and what helps; asking for
/// READ_WRITE helps against none.</summary>
internal static class ReadOnlyReasons
{
    private const int ReadOnlyDatabase = 1;
    private const int SingleUser = 2;
    private const int Emergency = 4;
    private const int Secondary = 8;
    private const int Full = 65_536;
    private const int Statements = 131_072;
    private const int Waiting = 262_144;
    private const int DatabaseFull = 524_288;

    /// <summary>What it is, in words; null where the server names no reason.</summary>
    public static string? Why(int reason) =>
        reason switch
        {
            0 => null,
            _ when (reason & Full) != 0 => "it is full",
            _ when (reason & Secondary) != 0 => "the database is a secondary replica",
            _ when (reason & ReadOnlyDatabase) != 0 => "the database is read-only",
            _ when (reason & SingleUser) != 0 => "the database is in single-user mode",
            _ when (reason & Emergency) != 0 => "the database is in emergency mode",
            _ when (reason & (Statements | Waiting)) != 0 => "its memory is full",
            _ when (reason & DatabaseFull) != 0 => "the database is full",
            _ => FormattableString.Invariant($"readonly_reason is {reason}"),
        };

    public static string Fix(int reason, string database) =>
        reason switch
        {
            _ when (reason & Full) != 0 =>
                $"-- ALTER DATABASE {database} SET QUERY_STORE (MAX_STORAGE_SIZE_MB = ..., SIZE_BASED_CLEANUP_MODE = "
                    + "AUTO); with more than it has now, "
                    + $"or ALTER DATABASE {database} SET QUERY_STORE CLEAR; it is written again by itself then",
            _ when (reason & Secondary) != 0 => "-- connect to the primary replica",
            _ when (reason & ReadOnlyDatabase) != 0 => $"ALTER DATABASE {database} SET READ_WRITE;",
            _ when (reason & (SingleUser | Emergency)) != 0 =>
                $"ALTER DATABASE {database} SET MULTI_USER; -- when it is in order again",
            _ => $"-- look at {database}.sys.database_query_store_options; it is written again by itself "
                + "when the reason is gone",
        };
}
