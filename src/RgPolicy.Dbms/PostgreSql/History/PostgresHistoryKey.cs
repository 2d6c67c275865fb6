using RgPolicy.Dbms.PostgreSql.Poll;

namespace RgPolicy.Dbms.PostgreSql.History;

/// <summary>Whose history of which statement: what others run under the same query id does not count, for from 18 on
/// that is of the names of tables, and their tables may be others.</summary>
/// <param name="Database">The database's oid.</param>
/// <param name="Login">The login's oid.</param>
/// <param name="QueryId">The server's query id.</param>
internal readonly record struct PostgresHistoryKey(uint Database, uint Login, long QueryId)
{
    /// <summary>That of what a backend runs.</summary>
    public static PostgresHistoryKey Of(in ActivityRow row) => new(row.Database, row.Login, row.QueryId);
}
