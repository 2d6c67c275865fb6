using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Poll;
using RgPolicy.Dbms.SqlServer.Roles;

namespace RgPolicy.Dbms.SqlServer.Doctor;

/// <summary>What is found out once about a server that is to be observed.</summary>
internal sealed record ServerInspection(
    ServerFacts Facts,
    string Name,
    TargetProfile Profile,
    Sysadmins Sysadmins,
    ImmutableArray<string> Notes
)
{
    public static async Task<ServerInspection> TakeAsync(PollSession session, CancellationToken cancellationToken)
    {
        var link = session.Link;
        var rights = await SqlServerRights.ReadAsync(link, cancellationToken);
        var version = rights.Version;
        if (CloudService(rights.Engine) is { } service)
            throw new ObserveException(
                $"{link.Target}: {service} shows no requests of others and has no Resource Governor; a managed "
                    + "instance or a server of your own does"
            );
        if (version[0] < SqlServerRelease.All[0].Major)
            throw new ObserveException(
                $"{link.Target}: SQL Server {version[0]}.x is too old; 2016 and later can be observed"
            );
        if (!rights.SeesRequests)
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
        return new ServerInspection(
            server,
            name,
            profile,
            await SysadminReader.ReadAsync(link, cancellationToken),
            [.. NotesOn(facts, link.Options)]
        );
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
