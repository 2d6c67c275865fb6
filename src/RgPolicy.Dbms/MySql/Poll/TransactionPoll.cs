using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>Reads the open transactions.</summary>
internal sealed class TransactionPoll(MySqlLink link)
{
    // Both times are in the server's own zone.
    private const string Sql =
        "SELECT trx_mysql_thread_id, CAST(trx_id AS UNSIGNED), TIMESTAMPDIFF(SECOND, trx_started, SYSDATE()), "
        + "trx_state = 'LOCK WAIT', trx_rows_modified FROM information_schema.INNODB_TRX "
        + "WHERE trx_mysql_thread_id <> 0";

    /// <summary>Reads them, by session.</summary>
    public async Task ReadAsync(Dictionary<int, TransactionRow> found, CancellationToken cancellationToken)
    {
        found.Clear();
        await link.ReadAsync(
            Sql,
            row =>
            {
                var session = unchecked((int)row.GetInt64(0));
                found[session] = new TransactionRow(
                    session,
                    row.GetUInt64(1),
                    row.IsDBNull(2) ? 0 : row.GetInt64(2),
                    row.GetInt32(3) == 1,
                    row.GetInt64(4)
                );
            },
            cancellationToken
        );
    }
}
