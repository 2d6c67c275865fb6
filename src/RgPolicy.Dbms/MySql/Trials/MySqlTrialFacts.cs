using System.Globalization;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.MySql.Trials;

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
