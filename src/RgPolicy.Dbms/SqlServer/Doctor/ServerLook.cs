using System.Collections.Immutable;
using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Poll;
using RgPolicy.Dbms.SqlServer.Roles;
using RgPolicy.Language.Targets;

namespace RgPolicy.Dbms.SqlServer.Doctor;

/// <summary>What is found out once about a server that is to be observed.</summary>
/// <param name="Facts">Which server it is.</param>
/// <param name="Name">The name that the server has for itself.</param>
/// <param name="Profile">It as a target for policies.</param>
/// <param name="Sysadmins">Who is a sysadmin.</param>
/// <param name="Notes">What to tell the user.</param>
internal sealed record ServerLook(ServerFacts Facts, string Name, TargetProfile Profile, Sysadmins Sysadmins, ImmutableArray<string> Notes)
{
    /// <summary>Looks.</summary>
    /// <exception cref="ObserveException">It cannot be observed.</exception>
    public static async Task<ServerLook> TakeAsync(PollSession session, CancellationToken cancellationToken)
    {
        var link = session.Link;
        var version = await ReadVersionAsync(link, cancellationToken);
        if (version[0] < SqlServerRelease.All[0].Major)
            throw new ObserveException($"{link.Target}: SQL Server {version[0]}.x is too old; 2016 and later can be observed");
        var sees = await link.QueryAsync($"SELECT {RequestPoll.SeesAll}", row => row.GetInt32(0) == 1, cancellationToken);
        if (!sees[0]) throw new ObserveException(Rights.Missing(link.Target, version));
        var (facts, name) = await SqlServerFactsReader.ReadAsync(link, cancellationToken);
        var profile = await SqlServerFactsReader.ReadProfileAsync(link, facts, cancellationToken);
        var server = new ServerFacts("sqlserver", string.Join('.', facts.Version), facts.Version, link.Target, null, IsLocal: false);
        return new ServerLook(server, name, profile, await SysadminReader.ReadAsync(link, cancellationToken), [.. NotesOn(facts)]);
    }

    /// <summary>The version's parts, for everybody to see.</summary>
    public static async Task<ImmutableArray<long>> ReadVersionAsync(SqlServerLink link, CancellationToken cancellationToken)
    {
        var text = await link.QueryAsync(
            "SELECT CONVERT(nvarchar(128), SERVERPROPERTY('ProductVersion'))", row => row.GetString(0), cancellationToken);
        return SqlServerFactsReader.PartsOf(text[0]);
    }

    private static IEnumerable<string> NotesOn(SqlServerFacts facts)
    {
        if (!facts.HasResourceGovernor)
            yield return $"{facts.Edition} does not run Resource Governor: queries are observed, and pools cannot be given to sessions";
        if (facts.HasFlag8002)
            yield return "trace flag 8002 is on: which CPU a scheduler runs on is only a hint, so pools have no cores of their own";
    }
}
