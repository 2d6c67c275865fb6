using System.Collections.Immutable;
using System.Data.Common;
using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Poll;

namespace RgPolicy.Dbms.SqlServer.Doctor;

/// <summary>What the login may do; every login may ask for this.</summary>
/// <param name="Version">The parts of the version whose features it has.</param>
/// <param name="Edition">The edition in the server's words.</param>
/// <param name="SeesRequests">It sees what others run.</param>
/// <param name="SeesDatabases">It sees the names of all databases.</param>
/// <param name="SeesDefinitions">It sees who is in which role, and the texts of functions.</param>
/// <param name="ControlsServer">It may change Resource Governor.</param>
/// <param name="MayKill">It may end sessions.</param>
internal sealed record SqlServerRights(
    ImmutableArray<long> Version,
    string Edition,
    bool SeesRequests,
    bool SeesDatabases,
    bool SeesDefinitions,
    bool ControlsServer,
    bool MayKill
)
{
    private static readonly string Sql =
        "SELECT CONVERT(nvarchar(128), SERVERPROPERTY('ProductVersion')), CONVERT(nvarchar(128), "
        + "SERVERPROPERTY('Edition')), "
        + RequestPoll.SeesAll
        + ", "
        + Has("VIEW ANY DATABASE")
        + ", "
        + Has("VIEW ANY DEFINITION")
        + ", "
        + Has("CONTROL SERVER")
        + ", "
        + Has("ALTER ANY CONNECTION")
        + ", CONVERT(int, SERVERPROPERTY('EngineEdition'))";

    /// <summary>Reads the rights.</summary>
    public static async Task<SqlServerRights> ReadAsync(SqlServerLink link, CancellationToken cancellationToken) =>
        (await link.QueryAsync(Sql, Read, cancellationToken))[0];

    private static SqlServerRights Read(DbDataReader row) =>
        new(
            SqlServerFacts.FeaturesOf(SqlServerFactsReader.PartsOf(row.GetString(0)), row.GetInt32(7)),
            row.GetString(1),
            row.GetInt32(2) == 1,
            row.GetInt32(3) == 1,
            row.GetInt32(4) == 1,
            row.GetInt32(5) == 1,
            row.GetInt32(6) == 1
        );

    private static string Has(string permission) => $"ISNULL(HAS_PERMS_BY_NAME(NULL, NULL, N'{permission}'), 0)";
}
