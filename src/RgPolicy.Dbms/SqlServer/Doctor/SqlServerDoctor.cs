using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Doctor;

namespace RgPolicy.Dbms.SqlServer;

/// <summary>Checks whether a server can be observed and configured, and says what is missing, what is lost by it and
/// what fixes it.</summary>
internal static class SqlServerDoctor
{
    private const string Login = "[the login]";

    /// <summary>Checks; never throws on what a server or network does.</summary>
    public static async Task<ImmutableArray<DoctorFinding>> CheckAsync(
        SqlServerConnectionOptions options,
        CancellationToken cancellationToken
    )
    {
        await using var link = new SqlServerLink(options, LinkSettings.Look);
        try
        {
            await link.ReopenAsync(cancellationToken);
            var rights = await SqlServerRights.ReadAsync(link, cancellationToken);
            var login = Name(options);
            ImmutableArray<DoctorFinding> first =
            [
                DoctorFinding.Ok("mssql.reachable", $"{options.Target} answers"),
                DoctorFinding.Require(
                    "mssql.version",
                    rights.Version[0] >= SqlServerRelease.All[0].Major,
                    $"SQL Server {string.Join('.', rights.Version)}, {rights.Edition}",
                    $"SQL Server {rights.Version[0]}.x is too old",
                    "nothing can be observed",
                    "-- use SQL Server 2016 or later"
                ),
                DoctorFinding.Require(
                    "mssql.see-requests",
                    rights.SeesRequests,
                    "requests of all sessions can be seen",
                    "the login may not see other sessions' requests",
                    "nothing can be observed",
                    $"GRANT {Rights.ToSeeRequests(rights.Version)} TO {login};"
                ),
            ];
            return first.Any(finding => finding.State == DoctorState.Missing)
                ? first
                : [.. first, .. await OffersAsync(rights, link, options, cancellationToken)];
        }
        catch (ConfigureException e) when (!cancellationToken.IsCancellationRequested)
        {
            return [DoctorFinding.Missing("mssql.reachable", e.Message, "nothing can be observed", "-- " + e.Next)];
        }
    }

    private static async Task<IEnumerable<DoctorFinding>> OffersAsync(
        SqlServerRights rights,
        SqlServerLink link,
        SqlServerConnectionOptions options,
        CancellationToken cancellationToken
    )
    {
        var (facts, _) = await Configure.SqlServerFactsReader.ReadAsync(link, cancellationToken);
        var stores = await QueryStores.ReadAsync(link, cancellationToken);
        var login = Name(options);
        return
        [
            Guarded(options),
            DoctorFinding.Check(
                "mssql.see-databases",
                rights.SeesDatabases,
                "names of all databases can be seen",
                "the login may not see all databases",
                "session.database of their queries",
                $"GRANT VIEW ANY DATABASE TO {login};"
            ),
            DoctorFinding.Check(
                "mssql.see-sysadmins",
                rights.SeesDefinitions,
                "who is a sysadmin can be seen",
                "who is a sysadmin may not be seen",
                "governing logins whose membership cannot be seen: they are left alone; also rgp "
                    + "plan, drift and import",
                $"GRANT VIEW ANY DEFINITION TO {login};"
            ),
            Governor(facts, rights, login),
            .. Affinity(facts),
            DoctorFinding.Check(
                "mssql.kill",
                rights.MayKill,
                "sessions could be ended where a rule says so and rgp run --allow-cancel lets it",
                "the login may not end sessions",
                "rules with cancel",
                $"GRANT ALTER ANY CONNECTION TO {login};"
            ),
            .. Stores(facts, stores),
            Place(),
        ];
    }

    private static string Name(SqlServerConnectionOptions options) =>
        options.User.Length == 0 ? Login : Sql.SqlQuote.Name(options.User);

    private static DoctorFinding Governor(SqlServerFacts facts, SqlServerRights rights, string login) =>
        (facts.HasResourceGovernor, rights.ControlsServer) switch
        {
            (false, _) => DoctorFinding.Lacks(
                "mssql.resource-governor",
                $"{facts.Edition} does not run Resource Governor",
                "pools and workload groups for sessions",
                "-- Enterprise, Developer and Evaluation do, Standard from SQL Server 2025"
            ),
            (true, false) => DoctorFinding.Lacks(
                "mssql.resource-governor",
                "Resource Governor is there, and the login may not change it",
                "rgp apply and rgp rollback by this login",
                $"-- only for the login that configures: GRANT CONTROL SERVER TO {login};"
            ),
            _ => DoctorFinding.Ok("mssql.resource-governor", "Resource Governor is there and can be changed"),
        };

    private static DoctorFinding Guarded(SqlServerConnectionOptions options) =>
        options.WhyUnguarded is { } unguarded
            ? DoctorFinding.Lacks(
                "mssql.encryption",
                unguarded,
                "secrets and queries on their way",
                "-- connect with encrypt=strict, or encrypt=true with a certificate that this host trusts"
            )
            : DoctorFinding.Ok("mssql.encryption", "the connection is encrypted and the server's certificate checked");

    // It cannot be set on a managed instance.
    private static ImmutableArray<DoctorFinding> Affinity(SqlServerFacts facts) =>
        facts.IsManagedInstance ? [] : [OwnAffinity(facts)];

    private static DoctorFinding OwnAffinity(SqlServerFacts facts) =>
        facts switch
        {
            { HasFlag8002: true } => DoctorFinding.Lacks(
                "mssql.affinity",
                "trace flag 8002 is on: schedulers of a node share its CPUs",
                "cores for pools",
                "-- remove -T8002 from the start parameters and restart"
            ),
            { HasAutomaticAffinity: true } => DoctorFinding.Lacks(
                "mssql.affinity",
                "the process affinity is AUTO: a scheduler's threads may run on any CPU",
                "cores for pools",
                facts.BindingStatement() + ";"
            ),
            _ => DoctorFinding.Ok("mssql.affinity", "the process affinity is set: schedulers keep to their CPUs"),
        };

    private static IEnumerable<DoctorFinding> Stores(SqlServerFacts facts, IReadOnlyList<QueryStoreState> stores)
    {
        var hasHints = facts.Major >= QueryStoreState.FirstWithHints;
        if (!hasHints)
            yield return DoctorFinding.Lacks(
                "mssql.query-store",
                "Query Store has no hints before SQL Server 2022",
                "limits for later executions of a query",
                ""
            );
        else if (stores.Count == 0)
            yield return DoctorFinding.Ok("mssql.query-store", "there is no database of a user");
        foreach (var store in stores)
            yield return Store(store, facts, hasHints);
    }

    private static DoctorFinding Store(QueryStoreState store, SqlServerFacts facts, bool hasHints)
    {
        var message = $"Query Store of {store.Database} is {store.Described}";
        if (hasHints && store is { IsWritable: true, MaySetHints: false })
            return DoctorFinding.Lacks(
                "mssql.query-store",
                $"{message}, and the login may not set hints there",
                "hints for its queries",
                $"-- in {Sql.SqlQuote.Name(store.Database)}: make a user for the login and GRANT ALTER to it"
            );
        if (store.IsWritable || (store.HasHistory && !hasHints))
            return DoctorFinding.Ok("mssql.query-store", message);
        var hints = hasHints ? "hints for its queries" : "";
        var lost =
            store.HasHistory ? hints
            : hasHints ? $"{hints}; {Rights.WithoutStore}"
            : Rights.WithoutStore;
        var name = Sql.SqlQuote.Name(store.Database);
        return DoctorFinding.Lacks(
            "mssql.query-store",
            message,
            lost,
            store.ReadOnlyReason != 0 ? ReadOnlyReasons.Fix(store.ReadOnlyReason, name)
                : store.IsReachable ? $"ALTER DATABASE {name} SET QUERY_STORE = ON (OPERATION_MODE = READ_WRITE);"
                : $"-- in {name}: make a user for the login and GRANT {Rights.ToSeeStore(facts.Version)}{(hasHints ? ", and ALTER to set hints" : "")}"
        );
    }

    // Its threads cannot be told apart from outside, so it does not matter where it runs.
    private static DoctorFinding Place() =>
        DoctorFinding.Lacks(
            "mssql.local",
            "the server is governed by its own means, wherever it runs",
            "levers of the operating system for single queries",
            ""
        );
}
