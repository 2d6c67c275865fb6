using Microsoft.Data.Sqlite;

namespace RgPolicy.Service.Minutes;

/// <summary>The SQLite file of minutes: its tables, and what is read and written of them. One user at a time. It never
/// grows beyond its size: what is oldest makes room.</summary>
internal sealed class MinuteFile : IDisposable
{
    /// <summary>Its largest size in bytes.</summary>
    private const long MostBytes = 64 * 1024 * 1024;

    public const int Minute = 60;
    public const int Hour = 3600;

    private const int PageBytes = 4096;
    private const int Full = 13;

    // Of those in which something was kept: a clock that is set ahead, and back again, must not take any of them.
    private const int KeepMinutes = 48 * 60;
    private const int KeepHours = 30 * 24;

    private const string Tables = """
        CREATE TABLE IF NOT EXISTS hosts (length INTEGER, began INTEGER, cpu REAL, io REAL, memory REAL, running REAL,
          throttled REAL, governed REAL, seen REAL, PRIMARY KEY (length, began)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS classes (length INTEGER, began INTEGER, class TEXT, is_governed INTEGER, cpu REAL,
          throttled REAL, durations BLOB, PRIMARY KEY (length, began, class, is_governed)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS pools (length INTEGER, began INTEGER, pool TEXT, ways INTEGER, share REAL, cpus INTEGER,
          bandwidth INTEGER, PRIMARY KEY (length, began, pool)) WITHOUT ROWID;
        """;

    // What a minute takes of its bound, and more.
    private const int Reserve = 16;

    private readonly SqliteConnection _connection;
    private readonly long _mostPages;

    private MinuteFile(SqliteConnection connection, long mostPages) =>
        (_connection, _mostPages) = (connection, mostPages);

    /// <summary>Whether it has reached the size that it may have; where not, it is the disk that is full.</summary>
    private bool IsAtItsBound =>
        Number("PRAGMA page_count") - Number("PRAGMA freelist_count") > _mostPages - (_mostPages / Reserve);

    /// <summary>Opens or begins it.</summary>
    /// <param name="path">The file; null keeps everything in memory.</param>
    /// <param name="mostBytes">Its largest size.</param>
    /// <exception cref="SqliteException">It cannot be opened, or is no such file.</exception>
    public static MinuteFile Open(string? path, long mostBytes = MostBytes)
    {
        // A trimmed program would not find it by itself.
        SQLitePCL.Batteries_V2.Init();
        var connection = new SqliteConnection(
            new SqliteConnectionStringBuilder
            {
                DataSource = path ?? ":memory:",
                Pooling = false,
                DefaultTimeout = 1,
            }.ToString()
        );
        try
        {
            connection.Open();
            var file = new MinuteFile(connection, mostBytes / PageBytes);
            file.Run(
                Invariant(
                    $"PRAGMA page_size = {PageBytes}; PRAGMA max_page_count = {mostBytes / PageBytes}; PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = OFF;"
                )
            );
            file.Run(Tables);
            return file;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    /// <summary>Keeps a minute, and the hour that it is in; a minute that is kept already is kept anew. At its largest
    /// size the oldest make room, on a full disk nothing goes.</summary>
    /// <exception cref="SqliteException">It cannot be kept.</exception>
    public void Write(MinuteSpan minute)
    {
        try
        {
            Put(minute);
        }
        catch (SqliteException failure) when (failure.SqliteErrorCode == Full)
        {
            // Of its own hour none makes room: the hour's sum is made of them.
            if (!IsAtItsBound || !(MakeRoom(Minute, HourOf(minute)) || MakeRoom(Hour)))
                throw;

            Put(minute);
        }
    }

    /// <summary>Makes room: takes away the older half of what is kept of this length.</summary>
    /// <returns>False where there is nothing to take away.</returns>
    public bool MakeRoom(int length, DateTimeOffset? kept = null)
    {
        using var command = Command(
            "SELECT began FROM hosts WHERE length = $0 ORDER BY began LIMIT 1 OFFSET (SELECT count(*) / 2 "
                + "FROM hosts WHERE length = $0)",
            length
        );
        if (command.ExecuteScalar() is not long middle)
            return false;

        var before = DateTimeOffset.FromUnixTimeSeconds(middle);
        return Forget(length, kept < before ? kept.Value : before) > 0;
    }

    /// <summary>What is kept of this length, the oldest first.</summary>
    public IReadOnlyList<MinuteSpan> Read(int length, DateTimeOffset from, DateTimeOffset to)
    {
        var classes = Read(
                "began, class, is_governed, cpu, throttled, durations FROM classes",
                (length, from, to),
                row =>
                    (
                        Began: row.GetInt64(0),
                        Span: ClassSpan.Of(
                            row.GetString(1),
                            row.GetInt64(2) != 0,
                            row.GetDouble(3),
                            row.GetDouble(4),
                            row.GetFieldValue<byte[]>(5)
                        )
                    )
            )
            .ToLookup(each => each.Began, each => each.Span);
        var pools = Read(
                "began, pool, ways, share, cpus, bandwidth FROM pools",
                (length, from, to),
                row =>
                    (
                        Began: row.GetInt64(0),
                        Span: new PoolSpan(
                            row.GetString(1),
                            (int?)Number(row, 2),
                            row.GetDouble(3),
                            (int?)Number(row, 4),
                            (int?)Number(row, 5)
                        )
                    )
            )
            .ToLookup(each => each.Began, each => each.Span);
        return Read(
            "began, cpu, io, memory, running, throttled, governed, seen FROM hosts",
            (length, from, to),
            row =>
            {
                var began = row.GetInt64(0);
                var host = new HostSpan(
                    Number(row, 1),
                    Number(row, 2),
                    Number(row, 3),
                    row.GetDouble(4),
                    row.GetDouble(5),
                    row.GetDouble(6),
                    row.GetDouble(7)
                );
                return new MinuteSpan(
                    DateTimeOffset.FromUnixTimeSeconds(began),
                    host,
                    [.. classes[began]],
                    [.. pools[began]]
                );
            }
        );
    }

    public void Dispose() => _connection.Dispose();

    private void Put(MinuteSpan minute)
    {
        using var transaction = _connection.BeginTransaction();
        Write(Minute, minute);
        var hour = HourOf(minute);
        var minutes = Read(Minute, hour, hour.AddSeconds(Hour - 1));
        Write(Hour, Merge(hour, minutes));
        ForgetAllBut(Minute, KeepMinutes, minute.Began);
        ForgetAllBut(Hour, KeepHours, minute.Began);
        transaction.Commit();
    }

    private static DateTimeOffset HourOf(MinuteSpan minute) =>
        minute.Began.AddSeconds(-(minute.Began.ToUnixTimeSeconds() % Hour));

    private static MinuteSpan Merge(DateTimeOffset began, IReadOnlyList<MinuteSpan> spans) =>
        new(began, HostSpan.Merge([.. spans.Select(each => each.Host)]), ClassSpans.Merge(spans), spans[^1].Pools);

    private List<T> Read<T>(
        string select,
        (int Length, DateTimeOffset From, DateTimeOffset To) range,
        Func<SqliteDataReader, T> read
    )
    {
        using var command = Command(
            $"SELECT {select} WHERE length = $0 AND began BETWEEN $1 AND $2 ORDER BY began",
            range.Length,
            range.From.ToUnixTimeSeconds(),
            range.To.ToUnixTimeSeconds()
        );
        using var reader = command.ExecuteReader();
        var rows = new List<T>();
        while (reader.Read())
            rows.Add(read(reader));

        return rows;
    }

    private static double? Number(SqliteDataReader reader, int column) =>
        reader.IsDBNull(column) ? null : reader.GetDouble(column);

    private void Write(int length, MinuteSpan span)
    {
        var began = span.Began.ToUnixTimeSeconds();
        foreach (var table in new[] { "hosts", "classes", "pools" })
            Run($"DELETE FROM {table} WHERE length = $0 AND began = $1", length, began);

        var host = span.Host;
        Run(
            "INSERT INTO hosts VALUES ($0, $1, $2, $3, $4, $5, $6, $7, $8)",
            length,
            began,
            host.CpuPressure,
            host.IoPressure,
            host.MemoryPressure,
            host.Running,
            host.Throttled,
            host.GovernedSeconds,
            host.SeenSeconds
        );
        foreach (var each in span.Classes)
        {
            Run(
                "INSERT INTO classes VALUES ($0, $1, $2, $3, $4, $5, $6)",
                length,
                began,
                each.Class,
                each.IsGoverned ? 1 : 0,
                each.CpuSeconds,
                each.ThrottledSeconds,
                DurationCodec.Write(each.Durations)
            );
        }

        foreach (var each in span.Pools)
        {
            Run(
                "INSERT OR REPLACE INTO pools (length, began, pool, ways, share, cpus, bandwidth) VALUES ($0, "
                    + "$1, $2, $3, $4, $5, $6)",
                length,
                began,
                each.Pool,
                each.Ways,
                each.Share,
                each.Cpus,
                each.Bandwidth
            );
        }
    }

    // As many before now as ahead of it: what was kept while a clock was ahead takes no place of what is kept once it
    // is back, and with a clock that begins in 1970 nothing is lost of what is kept already.
    private void ForgetAllBut(int length, int most, DateTimeOffset now)
    {
        if (Nth("began <= $2 ORDER BY began DESC", length, most - 1, now) is { } oldest)
            Forget(length, oldest);

        if (Nth("began > $2 ORDER BY began", length, most, now) is { } farthest)
            Forget(length, farthest, "began >= $1");
    }

    private DateTimeOffset? Nth(string those, int length, int number, DateTimeOffset now)
    {
        using var command = Command(
            $"SELECT began FROM hosts WHERE length = $0 AND {those} LIMIT 1 OFFSET $1",
            length,
            number,
            now.ToUnixTimeSeconds()
        );
        return command.ExecuteScalar() is long began ? DateTimeOffset.FromUnixTimeSeconds(began) : null;
    }

    private int Forget(int length, DateTimeOffset at, string those = "began < $1")
    {
        var gone = 0;
        foreach (var table in new[] { "hosts", "classes", "pools" })
            gone += Run($"DELETE FROM {table} WHERE length = $0 AND {those}", length, at.ToUnixTimeSeconds());

        return gone;
    }

    private long Number(string text)
    {
        using var command = Command(text);
        return command.ExecuteScalar() is long number ? number : 0;
    }

    private int Run(string text, params object?[] values)
    {
        using var command = Command(text, values);
        return command.ExecuteNonQuery();
    }

    /// <summary>The text is this program's own: what comes from elsewhere is a parameter.</summary>
    private SqliteCommand Command(string text, params object?[] values)
    {
        var command = _connection.CreateCommand();
        command.CommandText = text;
        for (var index = 0; index < values.Length; index++)
            command.Parameters.AddWithValue(Invariant($"${index}"), values[index] ?? DBNull.Value);

        return command;
    }
}
