using MySqlConnector;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.Poll;

namespace RgPolicy.Dbms.MySql.Kill;

/// <summary>Ends one statement and leaves its session. MariaDB takes the statement's own number, so that a successor is
/// safe however late the order comes; MySQL takes the session's only, so the statement is looked at once more just
/// before.</summary>
internal static class StatementKill
{
    public const string Ended = "the query has ended";

    private const int NoSuchSession = 1094;
    private const int NotOwner = 1095;
    private const int NoSuchStatement = 1957;
    private const int NotOwnerOfStatement = 1979;

    public static async Task<string?> RunAsync(
        MySqlPollSession session,
        RunningStatement statement,
        CancellationToken cancellationToken
    )
    {
        var isMariaDb = session.Traits.IsMariaDb;
        try
        {
            if (await OrderAsync(session, statement, cancellationToken) is not { } order)
                return Ended;
            await session.Link.ExecuteAsync(order, cancellationToken);
            return null;
        }
        catch (MySqlException e) when (e.Number is NoSuchStatement or NoSuchSession)
        {
            return Ended;
        }
        catch (MySqlException e) when (e.Number is NotOwner or NotOwnerOfStatement || MySqlFailure.LacksRight(e))
        {
            return "the login may not end queries: GRANT "
                + (isMariaDb ? "CONNECTION ADMIN" : "CONNECTION_ADMIN")
                + " ON *.* to it";
        }
    }

    /// <summary>The order; null where the statement runs no longer.</summary>
    private static async Task<string?> OrderAsync(
        MySqlPollSession session,
        RunningStatement statement,
        CancellationToken cancellationToken
    )
    {
        var row = statement.Row;
        if (session.Source == SessionSource.ProcessList)
            return Order(row.StatementId);
        if (session.Traits.IsMariaDb)
            return await NumberAsync(session, statement, cancellationToken) is { } number ? Order(number) : null;
        var still = session.Source.HasExactStarts
            ? await session.Link.ScalarAsync(RunningEvent.Sql(row.SessionId, row.StatementId), cancellationToken)
            : null;
        return still == RunningEvent.Runs ? FormattableString.Invariant($"KILL QUERY {row.SessionId}") : null;
    }

    // SOFT: what would leave a table broken goes on.
    private static string Order(long statement) => FormattableString.Invariant($"KILL SOFT QUERY ID {statement}");

    /// <summary>The number of a statement that performance_schema does not tell: that of the session's, if it has the
    /// same text and start.</summary>
    private static async Task<long?> NumberAsync(
        MySqlPollSession session,
        RunningStatement statement,
        CancellationToken cancellationToken
    )
    {
        var tolerance = TimeSpan.FromSeconds(session.Source.HasExactStarts ? 0.1 : 1.5);
        long? number = null;
        await session.Link.ReadAsync(
            string.Create(
                CultureInfo.InvariantCulture,
                $"SELECT QUERY_ID, UTC_TIMESTAMP(6), CAST(TIME_MS * 1000 AS SIGNED), INFO "
                    + $"FROM information_schema.PROCESSLIST WHERE ID = {statement.Row.SessionId} AND INFO IS NOT NULL"
            ),
            row =>
            {
                var start =
                    new DateTimeOffset(row.GetDateTime(1), TimeSpan.Zero) - TimeSpan.FromMicroseconds(row.GetInt64(2));
                number =
                    (start - statement.FirstStart).Duration() <= tolerance
                    && row.GetString(3).StartsWith(statement.Statement.Text ?? "", StringComparison.Ordinal)
                        ? row.GetInt64(0)
                        : null;
            },
            cancellationToken
        );
        return number;
    }
}
