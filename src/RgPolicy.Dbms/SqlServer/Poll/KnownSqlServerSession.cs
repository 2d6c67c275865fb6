using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.SqlServer.Poll;

/// <summary>A session whose names were read.</summary>
/// <param name="Row">The row that they were read for.</param>
/// <param name="Facts">Its login, application and host.</param>
/// <param name="IsHidden">It belongs to the server itself and is not shown.</param>
/// <param name="Exemption">Why it is never governed, or null.</param>
internal sealed record KnownSqlServerSession(RequestRow Row, SessionFacts Facts, bool IsHidden, string? Exemption);
