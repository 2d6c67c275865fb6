using System.Collections.Concurrent;

namespace RgPolicy.Dbms.SqlServer.Connect;

/// <summary>A connection of RgPolicy's own that is made when it is needed; known by its session's
/// number while it is open.</summary>
internal sealed class OwnLink(
    SqlServerConnectionOptions options,
    LinkSettings settings,
    ConcurrentDictionary<int, byte> own
) : IAsyncDisposable
{
    private readonly SqlServerLink _link = new(options, settings);

    /// <summary>Where it leads, and how.</summary>
    public SqlServerConnectionOptions Options => _link.Options;

    /// <summary>True while there is a session.</summary>
    public bool IsOpen => _link.IsOpen;

    /// <summary>The session, begun anew when there is none.</summary>
    /// <exception cref="RgPolicy.Dbms.Configure.ConfigureException">The server cannot be reached, or refuses the
    /// login.</exception>
    public async Task<SqlServerLink> OpenAsync(CancellationToken cancellationToken)
    {
        if (_link.IsOpen)
            return _link;
        await CloseAsync();
        await _link.ReopenAsync(cancellationToken);
        own[_link.SessionId] = 0;
        return _link;
    }

    /// <summary>Ends the session.</summary>
    public async Task CloseAsync()
    {
        var session = _link.SessionId;
        await _link.DisposeAsync();
        own.TryRemove(session, out _);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync() => await CloseAsync();
}
