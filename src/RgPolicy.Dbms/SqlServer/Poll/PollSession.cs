using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Dbms.SqlServer.Poll;

/// <summary>The statements of the poll on one session.</summary>
/// <param name="Link">The session.</param>
/// <param name="Poll">The poll.</param>
/// <param name="Details">Details of what is new.</param>
internal sealed record PollSession(SqlServerLink Link, RequestPoll Poll, RequestDetails Details);
