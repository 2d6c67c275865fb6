using System.Collections.Concurrent;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Dbms.SqlServer.Poll;

/// <summary>
/// The poll's connection. A slow server may take longer to connect to than a poll may take: an attempt
/// goes on, and the next poll waits for the same one.
/// </summary>
internal sealed class SqlServerPollConnection(SqlServerConnectionOptions options, ConcurrentDictionary<int, byte> own)
    : IAsyncDisposable
{
    private readonly OwnLink _link = new(options, LinkSettings.Poll, own);
    private PollSession? _session;
    private Task<SqlServerLink>? _connecting;

    /// <summary>The session, begun anew when there is none.</summary>
    /// <exception cref="RgPolicy.Dbms.Configure.ConfigureException">The server cannot be reached, or refuses the
    /// login.</exception>
    public async Task<PollSession> GetAsync(CancellationToken cancellationToken)
    {
        if (_session is { Link.IsOpen: true } session)
            return session;
        var connecting = _connecting ??= _link.OpenAsync(CancellationToken.None);
        await Task.WhenAny(connecting, Task.Delay(Timeout.Infinite, cancellationToken));
        cancellationToken.ThrowIfCancellationRequested();
        _connecting = null;
        var link = await connecting;
        return _session = new PollSession(link, new RequestPoll(link), new RequestDetails(link));
    }

    /// <summary>Ends the session, unless one is on its way.</summary>
    public async Task DropAsync()
    {
        _session = null;
        if (_connecting is null)
            await _link.CloseAsync();
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_connecting is { } connecting)
            await Task.WhenAny(connecting);
        await _link.DisposeAsync();
    }
}

/// <summary>The statements of the poll on one session.</summary>
/// <param name="Link">The session.</param>
/// <param name="Poll">The poll.</param>
/// <param name="Details">Details of what is new.</param>
internal sealed record PollSession(SqlServerLink Link, RequestPoll Poll, RequestDetails Details);
