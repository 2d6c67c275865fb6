using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Poll;
using RgPolicy.Dbms.SqlServer.Roles;
using RgPolicy.Language.Targets;

namespace RgPolicy.Dbms.SqlServer.Doctor;

/// <summary>What is found out once about a server that is to be observed.</summary>
internal sealed record ServerLook(
    ServerFacts Facts,
    string Name,
    TargetProfile Profile,
    Sysadmins Sysadmins,
    ImmutableArray<string> Notes
)
{
    /// <summary>Looks at the server.</summary>
    /// <exception cref="ObserveException">It cannot be observed.</exception>
    public static async Task<ServerLook> TakeAsync(PollSession session, CancellationToken cancellationToken)
    {
        var link = session.Link;
        var (version, engine) = await ReadVersionAsync(link, cancellationToken);
        if (CloudService(engine) is { } service)
            throw new ObserveException(
                $"{link.Target}: {service} shows no requests of others and has no Resource Governor; a managed "
                    + "instance or a server of your own does"
            );
        if (version[0] < SqlServerRelease.All[0].Major)
            throw new ObserveException(
                $"{link.Target}: SQL Server {version[0]}.x is too old; 2016 and later can be observed"
            );
        var sees = await link.QueryAsync(
            $"SELECT {RequestPoll.SeesAll}",
            row => row.GetInt32(0) == 1,
            cancellationToken
        );
        if (!sees[0])
            throw new ObserveException(Rights.Missing(link.Target, version));
        var (facts, name) = await SqlServerFactsReader.ReadAsync(link, cancellationToken);
        var profile = await SqlServerFactsReader.ReadProfileAsync(link, facts, cancellationToken);
        var server = new ServerFacts(
            "sqlserver",
            facts.ReportedVersion,
            facts.Version,
            link.Target,
            null,
            IsLocal: false
        );
        return new ServerLook(
            server,
            name,
            profile,
            await SysadminReader.ReadAsync(link, cancellationToken),
            [.. NotesOn(facts, link.Options)]
        );
    }

    /// <summary>The version whose features the server has and its engine's edition, visible to every login.</summary>
    private static async Task<(ImmutableArray<long> Version, int Engine)> ReadVersionAsync(
        SqlServerLink link,
        CancellationToken cancellationToken
    )
    {
        var (text, engine) = (
            await link.QueryAsync(
                "SELECT CONVERT(nvarchar(128), SERVERPROPERTY('ProductVersion')), CONVERT(int, "
                    + "SERVERPROPERTY('EngineEdition'))",
                row => (row.GetString(0), row.GetInt32(1)),
                cancellationToken
            )
        )[0];
        return (SqlServerFacts.FeaturesOf(SqlServerFactsReader.PartsOf(text), engine), engine);
    }

    private static string? CloudService(int engineEdition) =>
        engineEdition switch
        {
            5 => "Azure SQL Database",
            6 or 11 => "Azure Synapse",
            _ => null,
        };

    private static IEnumerable<string> NotesOn(SqlServerFacts facts, SqlServerConnectionOptions options)
    {
        if (options.WhyUnguarded is { } unguarded)
            yield return unguarded;
        if (!facts.HasResourceGovernor)
            yield return $"{facts.Edition} does not run Resource Governor: queries are observed, and pools cannot be "
                + "given to sessions";
        if (facts.HasFlag8002)
            yield return "trace flag 8002 is on: which CPU a scheduler runs on is only a hint, so pools have no "
                + "cores of their own";
    }
}
