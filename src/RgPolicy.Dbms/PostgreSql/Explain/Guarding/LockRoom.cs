namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>
/// How much of the server's memory for locks one text may take while it is planned. The server has it for all its
/// sessions together, and fails whoever finds it full.
/// </summary>
internal sealed record LockRoom(int Locks)
{
    private const int MostOfAny = 1000;

    /// <summary>Partitions and children that are locked with the tables of a text: a quarter, and never more than a
    /// thousand.</summary>
    public int Children => Math.Min(MostOfAny, Locks / 4);

    /// <summary>Tables, partitions and indexes that planning may open: a half.</summary>
    public int All => Locks / 2;

    /// <summary>Asks the server; one number.</summary>
    public const string Sql = """
        SELECT least(current_setting('max_locks_per_transaction')::int8
                   * (current_setting('max_connections')::int8 + current_setting('max_prepared_transactions')::int8), 1000000000)::int4
        """;
}
