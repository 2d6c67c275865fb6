using RgPolicy.Dbms;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.Doctor;

namespace RgPolicy.MySqlConformance;

/// <summary>What a server has to offer from the beginning of a connection on.</summary>
internal static class ServerChecks
{
    public static IReadOnlyList<Check> All { get; } =
    [
        new("the version is one that is observed", VersionAsync),
        new("the set-up's account connects and polls", ConnectAsync),
        new("rgp doctor finds nothing missing after the set-up", DoctorAsync),
    ];

    private static Task<Verdict> VersionAsync(TriedServer server, CancellationToken cancellationToken) =>
        Task.FromResult(
            MySqlVersion.WhyNot(server.Version) is { } why ? Verdict.Failed(why) : Verdict.Passed(server.Version)
        );

    private static async Task<Verdict> ConnectAsync(TriedServer server, CancellationToken cancellationToken)
    {
        var observer = await server.WatchAsync(cancellationToken);
        return Verdict.Of(observer.Server.Kind == (server.IsMariaDb ? "mariadb" : "mysql"), observer.Server.Kind);
    }

    private static async Task<Verdict> DoctorAsync(TriedServer server, CancellationToken cancellationToken)
    {
        var findings = await MySqlDoctor.CheckAsync(server.Own, cancellationToken);
        var other = findings.Where(each => each.State != DoctorState.Ok).ToList();
        return Verdict.Of(
            findings.All(each => each.State != DoctorState.Missing),
            string.Join("; ", other.Select(each => $"{each.Id} {each.Message}"))
        );
    }
}
