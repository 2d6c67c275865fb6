namespace RgPolicy.Dbms.SqlServer.Hints;

/// <summary>One hint of RgPolicy's, as the journal keeps it: the server has no mark of an owner.</summary>
/// <param name="Database">The database.</param>
/// <param name="QueryId">The Query Store's number of the query.</param>
/// <param name="QueryHash">Its fingerprint.</param>
/// <param name="Text">The hint that was asked for.</param>
/// <param name="Stored">The hint as the server showed it afterwards; null until it was read back.</param>
/// <param name="Class">The class that asked for it.</param>
/// <param name="Expires">When it is cleared unless its statement runs again before.</param>
internal sealed record HintEntry(
    string Database, long QueryId, string QueryHash, string Text, string? Stored, string Class, DateTimeOffset Expires)
{
    /// <summary>True where a text is what RgPolicy has set, and not somebody else's.</summary>
    public bool IsOwn(string text) => string.Equals(text, Stored ?? Text, StringComparison.Ordinal);
}
