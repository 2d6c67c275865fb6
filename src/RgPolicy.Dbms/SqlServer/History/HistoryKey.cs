namespace RgPolicy.Dbms.SqlServer.History;

/// <summary>What a history is kept by. The database's name and not its number, which another server may give to another
/// one after a failover.</summary>
/// <param name="Database">The database's name; empty where it may not be seen.</param>
/// <param name="QueryHash">query_hash as a number.</param>
internal readonly record struct HistoryKey(string Database, long QueryHash);
