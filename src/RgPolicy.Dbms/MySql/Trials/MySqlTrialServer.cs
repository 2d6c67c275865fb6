using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.MySql.Trials;

/// <summary>A MariaDB or MySQL on which a workload is tried, as the login of the connection.</summary>
internal static class MySqlTrialServer
{
    /// <exception cref="TrialException">The server cannot be reached, or has no room for so many.</exception>
    public static async Task<ITrialServer> ConnectAsync(
        MySqlConnectionOptions options,
        int clients,
        TimeSpan limit,
        CancellationToken cancellationToken
    )
    {
        MySqlServerTraits? traits = null;
        return await TrialServer<MySqlTrialSession>.ConnectAsync(
            async () =>
            {
                await using var link = await MySqlLink.OpenAsync(
                    options,
                    MySqlBackends.Own(options.IsLocal),
                    cancellationToken
                );
                traits = await MySqlTraitsReader.ReadAsync(link, options, cancellationToken);
                return await MySqlTrialFacts.ReadAsync(link, traits, options, cancellationToken);
            },
            () =>
                traits is null
                    ? throw new InvalidOperationException("facts come first")
                    : MySqlTrialSession.OpenAsync(options, traits, limit, cancellationToken),
            clients,
            e =>
                e is ObserveException ? e.Message
                : MySqlFailure.IsExpected(e) && !cancellationToken.IsCancellationRequested
                    ? MySqlFailure.Connecting(options, e).Message
                : null
        );
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
