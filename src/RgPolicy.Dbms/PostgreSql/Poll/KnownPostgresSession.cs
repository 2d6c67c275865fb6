using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>A session whose names were read, and the row that they were read for.</summary>
internal sealed record KnownPostgresSession(ActivityRow Row, string App, string Host, SessionFacts Facts);
