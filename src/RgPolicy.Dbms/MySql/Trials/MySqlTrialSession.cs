using System.Collections.Immutable;
using System.Diagnostics;
using System.Globalization;
using System.Text;
using MySqlConnector;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.Texts;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.MySql.Trials;

/// <summary>One client's session.</summary>
internal sealed class MySqlTrialSession : ITrialSession, IAsyncDisposable
{
    private const string Begin = "SET SESSION TRANSACTION READ ONLY";

    // Else the second execution only takes what the first has left there.
    private const string WithoutResultCache = "SET SESSION query_cache_type = OFF";

    // Estimates, which change with every ANALYZE.
    private static readonly string[] Estimates = ["rows", "filtered", "r_rows", "r_filtered"];

    private readonly MySqlConnection _connection;
    private readonly TimeSpan _limit;
    private readonly bool _isMariaDb;

    private MySqlTrialSession(MySqlConnection connection, TimeSpan limit, bool isMariaDb) =>
        (_connection, _limit, _isMariaDb) = (connection, limit, isMariaDb);

    public int ProcessId { get; private set; }

    /// <summary>Connects.</summary>
    /// <exception cref="MySqlException">The server has no room, or refuses.</exception>
    /// <exception cref="TrialException">The server refused what the session needs.</exception>
    public static async Task<MySqlTrialSession> OpenAsync(
        MySqlConnectionOptions options,
        MySqlServerTraits traits,
        TimeSpan limit,
        CancellationToken cancellationToken
    )
    {
        var session = new MySqlTrialSession(options.NewConnection(), limit, traits.IsMariaDb);
        try
        {
            await session._connection.OpenAsync(cancellationToken);
            await session.ExecuteAsync(Begin, cancellationToken);
            if (traits.IsMariaDb)
                await session.ExecuteAsync(WithoutResultCache, cancellationToken);
            session.ProcessId = await session.ThreadAsync(traits, cancellationToken);
            return session;
        }
        catch
        {
            await session.DisposeAsync();
            throw;
        }
    }

    public async Task SetAsync(TrialSettings settings, CancellationToken cancellationToken)
    {
        var size = settings.GrantBytes is { } bytes ? bytes.ToString(CultureInfo.InvariantCulture) : "DEFAULT";
        await ExecuteAsync(
            $"SET SESSION sort_buffer_size = {size}, join_buffer_size = {size}, tmp_table_size = {size}, "
                + $"max_heap_table_size = {size}"
                + (_isMariaDb ? $", join_buffer_space_limit = {size}" : ""),
            cancellationToken
        );
    }

    public async Task<TrialExecution> RunAsync(TrialStatement statement, CancellationToken cancellationToken)
    {
        try
        {
            var plan = await PlanAsync(statement.Text, cancellationToken);
            var begun = Stopwatch.GetTimestamp();
            await ReadAsync(statement.Text, static _ => { }, cancellationToken);
            return new TrialExecution(Stopwatch.GetElapsedTime(begun), plan);
        }
        catch (Exception e) when (MySqlFailure.IsExpected(e) && !cancellationToken.IsCancellationRequested)
        {
            throw Failed(statement.Name, e);
        }
    }

    public Task<ImmutableArray<string>> FingerprintsAsync(TrialStatement statement, CancellationToken cancellationToken)
    {
        var fingerprint = StatementForm.Fingerprint(statement.Text, SqlDialect.AnyMySql);
        return Task.FromResult(ImmutableArray.Create(fingerprint));
    }

    public ValueTask DisposeAsync() => _connection.DisposeAsync();

    private async Task<int> ThreadAsync(MySqlServerTraits traits, CancellationToken cancellationToken)
    {
        if (MySqlTraitsReader.OwnThread(traits) is not { } sql)
            return 0;
        var thread = 0;
        await ReadAsync(
            sql,
            row => thread = Convert.ToInt32(row.GetValue(0), CultureInfo.InvariantCulture),
            cancellationToken
        );
        return thread;
    }

    /// <summary>What the server says of tables, keys and how they are used; what cannot be explained has no
    /// plan.</summary>
    private async Task<string> PlanAsync(string text, CancellationToken cancellationToken)
    {
        var plan = new StringBuilder();
        try
        {
            await ReadAsync("EXPLAIN " + text, row => AddLine(plan, row), cancellationToken);
        }
        catch (MySqlException e) when (e.ErrorCode == MySqlErrorCode.ParseError)
        {
            return "none";
        }

        return TextHash.Of(plan.ToString(), 12);
    }

    private static void AddLine(StringBuilder plan, MySqlDataReader row)
    {
        for (var i = 0; i < row.FieldCount; i++)
        {
            if (!Estimates.Contains(row.GetName(i), StringComparer.OrdinalIgnoreCase))
                plan.Append(Convert.ToString(row.GetValue(i), CultureInfo.InvariantCulture)).Append('\t');
        }

        plan.Append('\n');
    }

    private async Task ReadAsync(string sql, Action<MySqlDataReader> read, CancellationToken cancellationToken)
    {
        await using var command = new MySqlCommand(sql, _connection) { CommandTimeout = (int)_limit.TotalSeconds };
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        do
        {
            while (await reader.ReadAsync(cancellationToken))
                read(reader);
        } while (await reader.NextResultAsync(cancellationToken));
    }

    private async Task ExecuteAsync(string sql, CancellationToken cancellationToken)
    {
        try
        {
            await ReadAsync(sql, static _ => { }, cancellationToken);
        }
        catch (Exception e) when (MySqlFailure.IsExpected(e) && !cancellationToken.IsCancellationRequested)
        {
            throw Failed(sql, e);
        }
    }

    private TrialException Failed(string what, Exception e)
    {
        var isOver = _connection.State != System.Data.ConnectionState.Open;
        var reason = e switch
        {
            MySqlException { ErrorCode: MySqlErrorCode.CannotExecuteInReadOnlyTransaction } =>
                "it writes, and a workload that is tried may only read",
            MySqlException { ErrorCode: MySqlErrorCode.CommandTimeoutExpired } => string.Create(
                CultureInfo.InvariantCulture,
                $"it took longer than {_limit.TotalSeconds:0} s"
            ),
            _ => MySqlFailure.Reason(e),
        };
        return new TrialException($"`{what}`: {reason}", isOver, e);
    }
}
