namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>
/// What a session and its query are called, as it was when the text was read; <c>IsCut</c> when the
/// server did not keep all of it.
/// </summary>
internal sealed record ActivityText(
    int ProcessId,
    DateTime Started,
    DateTime Connected,
    string App,
    string Host,
    string Query,
    bool IsCut
)
{
    /// <summary>The server's query id of what it shows, 0 where it gives none.</summary>
    public long QueryId { get; init; }

    /// <summary>That query ran when the text was read.</summary>
    public bool IsRunning { get; init; }
}
