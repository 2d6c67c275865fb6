using System.Collections.Concurrent;
using RgPolicy.Dbms.Connecting;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Dbms.SqlServer.Poll;

/// <summary>The statements of the poll on one session.</summary>
/// <param name="own">The connection.</param>
/// <param name="link">Its session.</param>
internal sealed class PollSession(OwnLink own, SqlServerLink link) : IPollSession
{
    /// <summary>The session.</summary>
    public SqlServerLink Link => link;

    /// <summary>The poll.</summary>
    public RequestPoll Poll { get; } = new(link);

    /// <summary>Details of what is new.</summary>
    public RequestDetails Details { get; } = new(link);

    /// <inheritdoc />
    public bool IsOpen => link.IsOpen;

    /// <summary>The poll's connection, which is made when it is needed.</summary>
    public static PollLink<PollSession> LinkTo(
        SqlServerConnectionOptions options,
        ConcurrentDictionary<int, byte> sessions
    )
    {
        var own = new OwnLink(options, LinkSettings.Poll, sessions);
        return new PollLink<PollSession>(async token => new PollSession(own, await own.OpenAsync(token)));
    }

    /// <inheritdoc />
    public ValueTask DisposeAsync() => own.DisposeAsync();
}
