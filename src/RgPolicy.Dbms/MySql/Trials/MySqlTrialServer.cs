using System.Globalization;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.MySql.Trials;

/// <summary>A MariaDB or MySQL on which a workload is tried, as the login of the connection.</summary>
public sealed class MySqlTrialServer : ITrialServer
{
    private readonly List<MySqlTrialSession> _sessions = [];

    private MySqlTrialServer(TrialFacts facts) => Facts = facts;

    /// <inheritdoc />
    public TrialFacts Facts { get; }

    /// <inheritdoc />
    public IReadOnlyList<ITrialSession> Sessions => _sessions;

    /// <summary>Connects.</summary>
    /// <param name="options">Where, and by which login.</param>
    /// <param name="clients">Sessions, at least one.</param>
    /// <param name="limit">How long one statement may take.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    /// <exception cref="TrialException">The server cannot be reached, or has no room for so many.</exception>
    public static async Task<MySqlTrialServer> ConnectAsync(
        MySqlConnectionOptions options,
        int clients,
        TimeSpan limit,
        CancellationToken cancellationToken
    )
    {
        ArgumentNullException.ThrowIfNull(options);
        MySqlTrialServer? server = null;
        try
        {
            var own = MySqlBackends.Own(options.IsLocal);
            await using var link = await MySqlLink.OpenAsync(options, own, cancellationToken);
            var traits = await MySqlTraitsReader.ReadAsync(link, options, cancellationToken);
            server = new MySqlTrialServer(await MySqlTrialFacts.ReadAsync(link, traits, options, cancellationToken));
            for (var client = 0; client < clients; client++)
                server._sessions.Add(await MySqlTrialSession.OpenAsync(options, traits, limit, cancellationToken));
            return server;
        }
        catch (Exception e)
            when (e is ObserveException || (MySqlFailure.IsExpected(e) && !cancellationToken.IsCancellationRequested))
        {
            if (server is not null)
                await server.DisposeAsync();
            throw new TrialException(
                e is ObserveException ? e.Message : MySqlFailure.Connecting(options, e).Message,
                true,
                e
            );
        }
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        foreach (var session in _sessions)
            await session.DisposeAsync();
    }
}

/// <summary>Asks a server what has to be known before something is tried on it.</summary>
internal static class MySqlTrialFacts
{
    // Every login may ask; who they are only few may see.
    private const string Connected = "SHOW GLOBAL STATUS LIKE 'Threads_connected'";

    public static async Task<TrialFacts> ReadAsync(
        MySqlLink link,
        MySqlServerTraits traits,
        MySqlConnectionOptions options,
        CancellationToken cancellationToken
    )
    {
        var connected = 1;
        await link.ReadAsync(
            Connected,
            row => connected = int.Parse(row.GetString(1), NumberStyles.None, CultureInfo.InvariantCulture),
            cancellationToken
        );
        return new TrialFacts(
            options.Target,
            (traits.IsMariaDb ? "MariaDB " : "MySQL ") + traits.Version,
            connected - 1,
            null,
            traits.ProcessId is not null && traits.HasThreadPerSession,
            true
        )
        {
            Kind = traits.IsMariaDb ? "mariadb" : "mysql",
            VersionParts = traits.VersionParts,
        };
    }
}
