namespace RgPolicy.Dbms.SqlServer.Poll;

/// <summary>What plans and texts are kept by: the database, and the server's hashes of the statement
/// and of its plan.</summary>
/// <param name="Database">The database's id.</param>
/// <param name="QueryHash">query_hash as a number.</param>
/// <param name="PlanHash">query_plan_hash as a number.</param>
internal readonly record struct RequestKey(int Database, long QueryHash, long PlanHash);
