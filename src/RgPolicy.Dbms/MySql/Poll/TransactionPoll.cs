using MySqlConnector;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>Reads the open transactions.</summary>
internal static class TransactionPoll
{
    /// <summary>What is asked; both times are in the server's own zone.</summary>
    public const string Sql =
        "SELECT trx_mysql_thread_id, CAST(trx_id AS UNSIGNED), TIMESTAMPDIFF(MICROSECOND, trx_started, SYSDATE(6)), "
        + "trx_state = 'LOCK WAIT', trx_rows_modified, trx_lock_structs FROM information_schema.INNODB_TRX "
        + "WHERE trx_mysql_thread_id <> 0";

    /// <summary>One of them.</summary>
    public static TransactionRow Read(MySqlDataReader row) =>
        new(
            unchecked((int)row.GetInt64(0)),
            row.GetUInt64(1),
            row.IsDBNull(2) ? TimeSpan.Zero : TimeSpan.FromMicroseconds(row.GetInt64(2)),
            row.GetInt32(3) == 1,
            row.GetInt64(4),
            row.GetInt64(5) > 0
        );
}
