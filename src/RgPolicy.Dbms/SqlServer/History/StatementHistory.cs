using System.Data.Common;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Fetch;
using RgPolicy.Dbms.SqlServer.Sql;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.SqlServer.History;

/// <summary>Reads what finished executions took, from the statistics that the server keeps beside its cached plans, of all databases together.</summary>
internal static class StatementHistory
{
    /// <summary>What the server counts reads in.</summary>
    public const long PageBytes = 8192;

    /// <summary>True where a query's hash is in the list. A binary collation: each cached plan is compared with all of it.</summary>
    public static readonly string IsListed = $"CHARINDEX({SqlCollation.Exactly("CONVERT(nvarchar(18), q.query_hash, 1)")}, @hashes) > 0";

    private static readonly string Sql = $"""
        SELECT CONVERT(bigint, q.query_hash), SUM(q.execution_count), SUM(q.total_elapsed_time), SUM(q.total_worker_time),
               SUM(q.total_physical_reads)
          FROM sys.dm_exec_query_stats AS q
         WHERE {IsListed}
         GROUP BY q.query_hash OPTION (MAXDOP 1)
        """;

    /// <summary>Reads those of these hashes.</summary>
    public static Task<List<(long QueryHash, HistoryFacts Facts)>> ReadAsync(
        SqlServerLink link, IEnumerable<long> hashes, CancellationToken cancellationToken) =>
        link.QueryAsync(SqlCall.Of(Sql, SqlArgument.Text("@hashes", ListOf(hashes))), Read, cancellationToken);

    /// <summary>Hashes in one text, as the server prints them.</summary>
    public static string ListOf(IEnumerable<long> hashes) => string.Join(',', hashes.Distinct().Select(Fingerprint.Of));

    private static (long QueryHash, HistoryFacts Facts) Read(DbDataReader row)
    {
        var executions = Math.Max(1, row.Long(1));
        return (row.GetInt64(0), new HistoryFacts(
            row.Long(1), TimeSpan.FromMicroseconds(row.Long(2) / executions), null, TimeSpan.FromMicroseconds(row.Long(3) / executions),
            row.Long(4) * PageBytes / executions));
    }
}
