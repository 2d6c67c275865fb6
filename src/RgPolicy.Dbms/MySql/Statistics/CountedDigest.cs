namespace RgPolicy.Dbms.MySql.Statistics;

/// <summary>What a server has counted of one statement in one database.</summary>
/// <param name="Database">The session's database; empty for none.</param>
/// <param name="Text">The server's text of the digest; empty for what it has not told apart any more.</param>
/// <param name="Executions">Executions.</param>
/// <param name="Seconds">How long all of them took.</param>
/// <param name="Longest">How long the longest took, seconds.</param>
/// <param name="RowsTouched">Rows that all of them looked at or changed, whichever is more.</param>
/// <param name="Age">How long ago it ran first, seconds.</param>
/// <param name="MostBytes">How many bytes of a digest the server keeps.</param>
internal sealed record CountedDigest(
    string Database,
    string Text,
    long Executions,
    double Seconds,
    double Longest,
    double RowsTouched,
    double Age,
    long MostBytes
);
