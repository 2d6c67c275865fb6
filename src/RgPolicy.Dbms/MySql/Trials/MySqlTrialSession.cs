using MySqlConnector;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.MySql.Trials;

internal sealed class MySqlTrialSession(MySqlConnection connection, TimeSpan limit, bool isMariaDb)
    : TrialSession(connection, limit)
{
    private const string Begin = "SET SESSION TRANSACTION READ ONLY";

    // Else the second execution only takes what the first has left there.
    private const string WithoutResultCache = "SET SESSION query_cache_type = OFF";

    // Estimates, which change with every ANALYZE.
    private static readonly string[] Estimates = ["rows", "filtered", "r_rows", "r_filtered"];

    private int _processId;

    public override int ProcessId => _processId;

    /// <exception cref="MySqlException">The server has no room, or refuses.</exception>
    /// <exception cref="TrialException">The server refused what the session needs.</exception>
    public static async Task<MySqlTrialSession> OpenAsync(
        MySqlConnectionOptions options,
        MySqlServerTraits traits,
        TimeSpan limit,
        CancellationToken cancellationToken
    )
    {
        var connection = options.NewConnection();
        var session = new MySqlTrialSession(connection, limit, traits.IsMariaDb);
        try
        {
            await connection.OpenAsync(cancellationToken);
            await session.ExecuteAsync(Begin, cancellationToken);
            if (traits.IsMariaDb)
                await session.ExecuteAsync(WithoutResultCache, cancellationToken);
            if (MySqlTraitsReader.OwnThread(traits) is { } sql)
                await session.ReadAsync(
                    sql,
                    row => session._processId = Convert.ToInt32(row.GetValue(0), CultureInfo.InvariantCulture),
                    cancellationToken
                );
            return session;
        }
        catch
        {
            await session.DisposeAsync();
            throw;
        }
    }

    public override Task SetAsync(TrialSettings settings, CancellationToken cancellationToken)
    {
        var size = settings.GrantBytes is { } bytes ? bytes.ToString(CultureInfo.InvariantCulture) : "DEFAULT";
        return ExecuteAsync(
            $"SET SESSION sort_buffer_size = {size}, join_buffer_size = {size}, tmp_table_size = {size}, "
                + $"max_heap_table_size = {size}"
                + (isMariaDb ? $", join_buffer_space_limit = {size}" : ""),
            cancellationToken
        );
    }

    public override Task<ImmutableArray<string>> FingerprintsAsync(
        TrialStatement statement,
        CancellationToken cancellationToken
    ) => Task.FromResult(ImmutableArray.Create(StatementForm.Fingerprint(statement.Text, SqlDialect.AnyMySql)));

    protected override async Task<string> PlanAsync(string text, CancellationToken cancellationToken)
    {
        var plan = new StringBuilder();
        try
        {
            await ReadAsync("EXPLAIN " + text, row => AddLine(plan, row), cancellationToken);
            return TextHash.Of(plan.ToString(), 12);
        }
        catch (MySqlException e) when (e.ErrorCode == MySqlErrorCode.ParseError)
        {
            return NoPlan;
        }
    }

    protected override bool IsExpected(Exception failure) => MySqlFailure.IsExpected(failure);

    protected override bool IsWrite(Exception failure) =>
        failure is MySqlException { ErrorCode: MySqlErrorCode.CannotExecuteInReadOnlyTransaction };

    protected override bool IsLate(Exception failure) =>
        failure is MySqlException { ErrorCode: MySqlErrorCode.CommandTimeoutExpired };

    protected override string Reason(Exception failure) => MySqlFailure.Reason(failure);

    private static void AddLine(StringBuilder plan, DbDataReader row)
    {
        for (var i = 0; i < row.FieldCount; i++)
            if (!Estimates.Contains(row.GetName(i), StringComparer.OrdinalIgnoreCase))
                plan.Append(Convert.ToString(row.GetValue(i), CultureInfo.InvariantCulture)).Append('\t');
        plan.Append('\n');
    }
}
