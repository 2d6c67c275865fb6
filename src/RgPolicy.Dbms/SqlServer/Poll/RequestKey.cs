namespace RgPolicy.Dbms.SqlServer.Poll;

/// <summary>What plans and texts are kept by: the database, and the server's hashes of the statement
/// and of its plan.</summary>
/// <param name="Database">The database's id.</param>
/// <param name="QueryHash">query_hash as a number.</param>
/// <param name="PlanHash">query_plan_hash as a number.</param>
internal readonly record struct RequestKey(int Database, long QueryHash, long PlanHash);

/// <summary>What is read once of a request that is new: whose it is, and where its plan is.</summary>
/// <param name="SessionId">The session.</param>
/// <param name="RequestId">The request in it.</param>
/// <param name="Started">When the request began, by the server's local clock.</param>
/// <param name="Connection">The server's name of the connection.</param>
/// <param name="Key">Database and hashes at that moment.</param>
/// <param name="Database">The database's name; empty where it may not be seen.</param>
/// <param name="Login">The login that the session began with.</param>
/// <param name="App">The application's name.</param>
/// <param name="Host">The client's name of its host.</param>
/// <param name="IsUser">False for the server's own sessions.</param>
/// <param name="IsDedicated">It came over the dedicated administrator connection.</param>
/// <param name="PlanHandle">Where the plan is; null while there is none.</param>
/// <param name="StartOffset">Where the statement begins in its batch, bytes.</param>
/// <param name="EndOffset">Where it ends, bytes; -1 is the end.</param>
internal sealed record RequestDetail(
    int SessionId,
    int RequestId,
    DateTime Started,
    Guid Connection,
    RequestKey Key,
    string Database,
    string Login,
    string App,
    string Host,
    bool IsUser,
    bool IsDedicated,
    byte[]? PlanHandle,
    int StartOffset,
    int EndOffset
);
