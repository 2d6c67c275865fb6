namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>The texts of a session and of what it runs, read when one of them is new.</summary>
/// <param name="User">The login.</param>
/// <param name="Host">The client's host, without its port.</param>
/// <param name="Database">The session's database, or empty.</param>
/// <param name="Text">The statement's beginning.</param>
/// <param name="IsCut">The statement is longer.</param>
internal sealed record MySqlTexts(string User, string Host, string Database, string Text, bool IsCut)
{
    /// <summary>The server's digest of the statement, which MySQL tells while it runs; null where none is told.</summary>
    public string? Digest { get; init; }
}
