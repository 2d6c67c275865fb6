using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>A statement whose text was read.</summary>
/// <param name="Key">What its plan is kept by.</param>
/// <param name="TextKey">What it is known by where the server shows no query id.</param>
/// <param name="QueryId">The server's query id, or 0.</param>
/// <param name="Facts">The facts.</param>
internal sealed record KnownStatement(StatementKey Key, StatementKey TextKey, long QueryId, StatementFacts Facts);
