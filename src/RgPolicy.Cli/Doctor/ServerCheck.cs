using RgPolicy.Cli.Connections;
using RgPolicy.Dbms.MySql.Doctor;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.SqlServer;

namespace RgPolicy.Cli.Doctor;

/// <summary>Checks the server that a connection names, of whatever kind it is.</summary>
/// <param name="Findings">What was checked; empty when the connection cannot be read.</param>
/// <param name="Problem">What is wrong with the connection's text, or null.</param>
internal sealed record ServerCheck(ImmutableArray<DoctorFinding> Findings, string? Problem)
{
    /// <summary>Its processes are PostgreSQL's, which are found on the host.</summary>
    public bool IsPostgres { get; private init; }

    /// <summary>Its main process on this host and the file that names it, where the server tells them.</summary>
    public (int ProcessId, string PidFile)? Server =>
        Findings.Select(each => each.Server).FirstOrDefault(each => each is not null);

    /// <summary>Checks; never throws on what a server or network does.</summary>
    public static Task<ServerCheck> RunAsync(CliContext context, string uri, string? passwordFile) =>
        ConnectionReader.Match(
            context,
            uri,
            passwordFile,
            async server => new ServerCheck(await PostgresDoctor.CheckAsync(server, context.Interrupt), null)
            {
                IsPostgres = true,
            },
            async server => new ServerCheck(await MySqlDoctor.CheckAsync(server, context.Interrupt), null),
            async server => new ServerCheck(await SqlServerDoctor.CheckAsync(server, context.Interrupt), null),
            problem => Task.FromResult(new ServerCheck([], problem))
        );
}
