using System.Data.Common;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Sql;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.SqlServer.History;

/// <summary>Reads what finished executions took, from the statistics that the server keeps beside its cached plans, of
/// all databases together.</summary>
internal static class SqlServerStatementHistory
{
    /// <summary>What the server counts reads in.</summary>
    public const long PageBytes = 8192;

    // The short table first and hashed: each cached plan is looked up in it once.
    private static string Sql(HashList hashes) =>
        $"""
            SELECT CONVERT(bigint, q.query_hash), SUM(q.execution_count), SUM(q.total_elapsed_time), SUM(q.total_worker_time),
                   SUM(q.total_physical_reads)
              FROM {hashes.Table}
             INNER HASH JOIN sys.dm_exec_query_stats AS q ON CONVERT(bigint, q.query_hash) = asked.hash
             GROUP BY q.query_hash OPTION (MAXDOP 1)
            """;

    /// <summary>Reads those of these hashes.</summary>
    public static Task<List<(long QueryHash, HistoryFacts Facts)>> ReadAsync(
        SqlServerLink link,
        IEnumerable<long> hashes,
        CancellationToken cancellationToken
    )
    {
        var asked = new HashList([.. hashes.Distinct()]);
        return link.QueryAsync(SqlCall.Of(Sql(asked), asked.Arguments), Read, cancellationToken);
    }

    private static (long QueryHash, HistoryFacts Facts) Read(DbDataReader row)
    {
        var executions = Math.Max(1, row.Long(1));
        return (
            row.GetInt64(0),
            new HistoryFacts(
                row.Long(1),
                TimeSpan.FromMicroseconds(row.Long(2) / executions),
                null,
                TimeSpan.FromMicroseconds(row.Long(3) / executions),
                row.Long(4) * PageBytes / executions
            )
        );
    }
}
