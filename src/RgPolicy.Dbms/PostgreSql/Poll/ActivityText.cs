namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>
/// What a session and its query are called, as it was when the text was read; <c>IsCut</c> when the server did not keep all of it.
/// </summary>
internal sealed record ActivityText(
    int ProcessId, DateTime Started, DateTime Connected, string App, string Host, string Query, bool IsCut);
