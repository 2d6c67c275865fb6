using MySqlConnector;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Live;

/// <summary>Reads what a MySQL counts of running statements, by their sessions: all of it is found by an index, so that
/// it costs the server something for these sessions alone.</summary>
internal sealed class LiveReader
{
    private const int CachedTables = 10_000;
    private const int PageBytes = 16 * 1024;

    private static readonly TimeSpan SizeLifetime = TimeSpan.FromMinutes(1);

    private readonly string _counts;
    private readonly string? _tables;
    private readonly TimeProvider _time;
    private readonly LeastRecentlyUsed<(string Schema, string Name), (long Rows, long Bytes, long ReadAt)> _sizes = new(
        CachedTables
    );

    private bool _hidesSizes;

    public LiveReader(MySqlServerTraits traits, TimeProvider time)
    {
        _time = time;
        _counts =
            "SELECT t.PROCESSLIST_ID, e.SELECT_SCAN, e.SELECT_FULL_JOIN, "
            + "e.SELECT_RANGE + e.SELECT_FULL_RANGE_JOIN + e.SELECT_RANGE_CHECK, e.SORT_SCAN + e.SORT_RANGE, "
            + $"e.CREATED_TMP_TABLES, e.ROWS_EXAMINED, {(traits.TellsMemory ? "t.TOTAL_MEMORY" : "0")} "
            + "FROM performance_schema.threads AS t JOIN performance_schema.events_statements_current AS e "
            + "ON e.THREAD_ID = t.THREAD_ID AND e.END_EVENT_ID IS NULL WHERE t.PROCESSLIST_ID IN (";
        _tables =
            traits.MetadataLocks == MetadataLockSource.PerformanceSchema
                ? "SELECT DISTINCT t.PROCESSLIST_ID, m.OBJECT_SCHEMA, m.OBJECT_NAME FROM performance_schema.threads AS t "
                    + "JOIN performance_schema.metadata_locks AS m ON m.OWNER_THREAD_ID = t.THREAD_ID "
                    + "AND m.OBJECT_TYPE = 'TABLE' WHERE t.PROCESSLIST_ID IN ("
                : null;
    }

    private const string Handlers =
        "SELECT t.PROCESSLIST_ID, s.VARIABLE_NAME, CAST(s.VARIABLE_VALUE AS SIGNED) "
        + "FROM performance_schema.threads AS t STRAIGHT_JOIN performance_schema.status_by_thread AS s "
        + "ON s.THREAD_ID = t.THREAD_ID AND s.VARIABLE_NAME IN ('Handler_read_key', 'Handler_read_next', "
        + "'Handler_read_prev', 'Handler_read_rnd_next', 'Handler_write', 'Handler_update', 'Handler_delete') "
        + "WHERE t.PROCESSLIST_ID IN (";

    public static async Task<bool> MayReadSizesAsync(MySqlLink link, CancellationToken cancellationToken)
    {
        try
        {
            await link.ReadAsync(SizesOf([("mysql", "-")]), _ => { }, cancellationToken);
            return true;
        }
        catch (MySqlException e) when (MySqlFailure.IsDenied(e))
        {
            return false;
        }
    }

    /// <summary>What is counted of each session, its rows since the session began; nothing of those that run nothing any
    /// more.</summary>
    public async Task<Dictionary<int, LiveFacts>> ReadAsync(
        MySqlLink link,
        IReadOnlyList<int> sessions,
        CancellationToken cancellationToken
    )
    {
        var access = new Dictionary<int, (AccessCounts Counts, long Memory)>();
        var rows = new Dictionary<int, RowCounts>();
        var open = new List<(int Session, string Schema, string Name)>();
        var numbers = string.Join(',', sessions.Select(each => each.ToString(CultureInfo.InvariantCulture))) + ")";
        await link.ReadAsync(
            $"{_counts}{numbers}; {Handlers}{numbers}{(_tables is null ? "" : $"; {_tables}{numbers}")}",
            [
                row => AddCounts(access, row),
                row => AddRows(rows, row),
                row => open.Add((Session(row), row.GetString(1), row.GetString(2))),
            ],
            cancellationToken
        );
        await ReadSizesAsync(link, open, cancellationToken);
        var tables = open.ToLookup(each => each.Session, each => (each.Schema, each.Name));
        return access.ToDictionary(
            each => each.Key,
            each => new LiveFacts
            {
                Access = each.Value.Counts,
                Rows = rows.GetValueOrDefault(each.Key),
                MemoryBytes = each.Value.Memory,
                Tables = _tables is null ? null : [.. tables[each.Key].Select(TableOf).OfType<OpenTable>()],
            }
        );
    }

    private static int Session(MySqlDataReader row) => unchecked((int)row.GetInt64(0));

    // A statement within another one, such as one of a procedure, has an event of its own.
    private static void AddCounts(Dictionary<int, (AccessCounts Counts, long Memory)> access, MySqlDataReader row)
    {
        var counts = new AccessCounts(
            row.GetInt64(1),
            row.GetInt64(2),
            row.GetInt64(3),
            row.GetInt64(4),
            row.GetInt64(5),
            row.GetInt64(6)
        );
        var before = access.GetValueOrDefault(Session(row)).Counts;
        access[Session(row)] = (before + counts, row.GetInt64(7));
    }

    private static void AddRows(Dictionary<int, RowCounts> rows, MySqlDataReader row)
    {
        var (value, before) = (row.GetInt64(2), rows.GetValueOrDefault(Session(row)));
        rows[Session(row)] = row.GetString(1).ToLowerInvariant() switch
        {
            "handler_read_key" => before with { LookedUp = before.LookedUp + value },
            "handler_read_rnd_next" => before with { Scanned = before.Scanned + value },
            "handler_read_next" or "handler_read_prev" => before with { Followed = before.Followed + value },
            _ => before with { Stored = before.Stored + value },
        };
    }

    /// <summary>Null for what has no statistics: a view, whose tables are open too.</summary>
    private OpenTable? TableOf((string Schema, string Name) table) =>
        _hidesSizes ? new OpenTable(table.Schema, table.Name, null, null)
        : _sizes.TryGet(table, out var size) && size.Rows >= 0
            ? new OpenTable(table.Schema, table.Name, size.Rows, size.Bytes)
        : null;

    /// <summary>Reads the sizes of those whose size is not known, or was read a while ago.</summary>
    private async Task ReadSizesAsync(
        MySqlLink link,
        List<(int Session, string Schema, string Name)> open,
        CancellationToken cancellationToken
    )
    {
        var wanted = open.Select(each => (each.Schema, each.Name)).Distinct().Where(IsDue).ToArray();
        if (_hidesSizes || wanted.Length == 0)
            return;
        var sizes = wanted.ToDictionary(each => each, _ => (Rows: -1L, Bytes: -1L));
        try
        {
            await link.ReadAsync(SizesOf(wanted), row => AddSize(sizes, row), cancellationToken);
        }
        catch (MySqlException e) when (MySqlFailure.IsDenied(e))
        {
            _hidesSizes = true;
            return;
        }

        foreach (var (table, size) in sizes)
            _sizes.Put(table, (size.Rows, size.Bytes, _time.GetTimestamp()));
    }

    private bool IsDue((string Schema, string Name) table) =>
        !_sizes.TryGet(table, out var known) || _time.GetElapsedTime(known.ReadAt) >= SizeLifetime;

    // Each partition has a row, of the name TABLE#p#PARTITION.
    private static void AddSize(
        Dictionary<(string Schema, string Name), (long Rows, long Bytes)> sizes,
        MySqlDataReader row
    )
    {
        var name = row.GetString(1);
        var mark = name.IndexOf('#', StringComparison.Ordinal);
        var table = (row.GetString(0), name);
        if (!sizes.ContainsKey(table) && mark > 0)
            table = (row.GetString(0), name[..mark]);
        if (!sizes.TryGetValue(table, out var before))
            return;
        sizes[table] = (
            Math.Max(0, before.Rows) + row.GetInt64(2),
            Math.Max(0, before.Bytes) + (row.GetInt64(3) * PageBytes)
        );
    }

    private static string SizesOf((string Schema, string Name)[] tables)
    {
        var sql = new StringBuilder(
            "SELECT database_name, table_name, CAST(n_rows AS SIGNED), CAST(clustered_index_size AS SIGNED) "
                + "FROM mysql.innodb_table_stats WHERE "
        );
        for (var i = 0; i < tables.Length; i++)
        {
            var (schema, name) = (Hex(tables[i].Schema), Hex(tables[i].Name));
            sql.Append(i == 0 ? "" : " OR ")
                .Append(CultureInfo.InvariantCulture, $"(database_name = {schema} AND (table_name = {name} ")
                .Append(CultureInfo.InvariantCulture, $"OR (table_name > CONCAT({name}, '#p#') ")
                .Append(CultureInfo.InvariantCulture, $"AND table_name < CONCAT({name}, '#p$'))))");
        }

        return sql.ToString();
    }

    // A name may have any character: as its bytes none of them means anything.
    private static string Hex(string name) =>
        $"CONVERT(0x{Convert.ToHexString(Encoding.UTF8.GetBytes(name))} USING utf8mb3)";
}
