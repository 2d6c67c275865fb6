using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Poll;
using RgPolicy.Dbms.SqlServer.Roles;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Doctor;

/// <summary>The rights that observing needs, under the names that the release has for them.</summary>
internal static class Rights
{
    public const int FirstWithPerformanceState = 16;

    /// <summary>What is lost without a Query Store.</summary>
    public const string WithoutStore =
        "history.p95_elapsed of its queries is not known, and the other history signals begin with the cached plan "
        + "and are of all databases together";

    /// <summary>Said while sysadmins cannot be told from other logins.</summary>
    public static string WhyLeftAlone(LoginDoubt doubt) =>
        doubt == LoginDoubt.Unseen
            ? "who is a sysadmin cannot be seen, so those logins are left alone: GRANT VIEW ANY DEFINITION TO "
                + "RgPolicy's login"
            : "a group of the domain is in sysadmin, and who is in it is not asked, so logins of the domain are left "
                + "alone: list those to be governed, "
                + "with governed_logins in the connection or GovernedLogins in the settings";

    /// <summary>Said while databases' names cannot be seen.</summary>
    public const string UnseenDatabases =
        "names of some databases cannot be seen, so session.database is empty for them: GRANT VIEW ANY DATABASE TO "
        + "RgPolicy's login";

    public static string ToSeeRequests(ImmutableArray<long> version) =>
        version is [>= FirstWithPerformanceState, ..] ? "VIEW SERVER PERFORMANCE STATE" : "VIEW SERVER STATE";

    /// <summary>The right to read a database's Query Store, for those who may enter the database.</summary>
    public static string ToSeeStore(ImmutableArray<long> version) =>
        version is [>= FirstWithPerformanceState, ..] ? "VIEW DATABASE PERFORMANCE STATE" : "VIEW DATABASE STATE";

    /// <summary>Said while a database's Query Store cannot be read.</summary>
    public static string UnseenStore(string database, ImmutableArray<long> version) =>
        $"the Query Store of {database} cannot be read: {WithoutStore}; in {database}, make a user for RgPolicy's "
        + $"login and GRANT {ToSeeStore(version)} to it";

    /// <summary>Said while a database's Query Store is not on.</summary>
    public static string StoreWithout(QueryStoreState store) =>
        $"the Query Store of {store.Database} is {store.State}: {WithoutStore}; run: ALTER DATABASE "
        + $"{SqlQuote.Name(store.Database)} SET QUERY_STORE = ON";

    public static string FailedStore(string database, string failure) =>
        $"the Query Store of {database} could not be read and is asked again in 10 minutes: {WithoutStore} ({failure})";

    /// <summary>Said when databases have become read-only, as after a failover of their availability group.</summary>
    public static string Secondaries(ImmutableArray<string> databases) =>
        $"{string.Join(", ", databases)}: read-only here since a while ago, as after a failover of the availability group to another server; "
        + "what runs here is observed, hints for these databases wait and are cleared when they can be written again";

    public static string Missing(string target, ImmutableArray<long> version) =>
        $"{target}: the right to see other sessions' requests is missing, and without it nothing can be observed; "
        + $"run: GRANT {ToSeeRequests(version)} TO RgPolicy's login";
}

/// <summary>What the login may do; every login may ask for this.</summary>
internal sealed record SqlServerRights(
    ImmutableArray<long> Version,
    int Engine,
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

    public static Task<SqlServerRights> ReadAsync(SqlServerLink link, CancellationToken cancellationToken) =>
        link.OneAsync(Sql, Read, cancellationToken);

    private static SqlServerRights Read(DbDataReader row) =>
        new(
            SqlServerFacts.FeaturesOf(SqlServerFactsReader.PartsOf(row.GetString(0)), row.GetInt32(7)),
            row.GetInt32(7),
            row.GetString(1),
            row.GetInt32(2) == 1,
            row.GetInt32(3) == 1,
            row.GetInt32(4) == 1,
            row.GetInt32(5) == 1,
            row.GetInt32(6) == 1
        );

    private static string Has(string permission) => $"ISNULL(HAS_PERMS_BY_NAME(NULL, NULL, N'{permission}'), 0)";
}
