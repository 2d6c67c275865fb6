using System.Globalization;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>Whether a session still runs the statement of an event.</summary>
internal static class RunningEvent
{
    /// <summary>What the query says where it does.</summary>
    public const string Runs = "1";

    /// <summary>The query.</summary>
    public static string Sql(int sessionId, long eventId) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"SELECT COUNT(*) FROM performance_schema.threads AS t JOIN performance_schema.events_statements_current AS e "
                + $"ON e.THREAD_ID = t.THREAD_ID WHERE t.PROCESSLIST_ID = {sessionId} AND e.EVENT_ID = {eventId} "
                + $"AND e.END_EVENT_ID IS NULL"
        );
}
