using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Roles;

/// <summary>Sessions that keep a server or its replicas alive: the health check of availability groups and failover
/// clusters, replication's agents, change data capture, Database Mail. None of them is ever governed or ended, and the
/// classifier leaves them in the group <c>default</c>: a health check that does not answer may fail the group over
/// (HEALTH_CHECK_TIMEOUT, 30 s unless set), and a log reader that is ended lets the log grow.</summary>
/// <remarks>Any login can take such an application's name; the docs say so. What it gains is the server as it is
/// without RgPolicy, and a login in <c>governed_logins</c> is governed whatever it calls itself.</remarks>
internal static class ServerDuties
{
    /// <summary>Why such a session is never governed.</summary>
    public const string Reason =
        "it serves the server itself: a health check, replication, change data capture or mail";

    /// <summary>The waits of sp_server_diagnostics, which a session without the right to run it cannot have.</summary>
    private const string HealthCheckWaits = "SP_SERVER_DIAGNOSTICS";

    private const string AgentApplication = "SQLAgent - TSQL JobStep";

    /// <summary>The accounts under which Windows, its failover clusters and Pacemaker (by the name in Microsoft's
    /// set-up) watch the server.</summary>
    private static readonly ImmutableArray<string> Logins =
    [
        @"NT AUTHORITY\SYSTEM",
        @"NT SERVICE\ClusSvc",
        "pacemakerLogin",
    ];

    private static readonly ImmutableArray<string> Applications = ["Repl-", "Replication", "DatabaseMail"];

    /// <summary>What a step of SQL Server Agent's jobs runs for change data capture and the health check.</summary>
    private static readonly ImmutableArray<string> Procedures =
    [
        .. WordList.Of("sp_server_diagnostics sp_MScdc_capture_job sp_cdc_scan sp_replcmds"),
    ];

    public static string AtLogin { get; } =
        string.Join(
            " OR ",
            Logins
                .Select(login => $"SUSER_SNAME() = {SqlQuote.Text(login)} COLLATE {SqlCollation.IgnoringCase}")
                .Concat(Applications.Select(name => Begins("APP_NAME()", name)))
        );

    public static string OfRequest { get; } =
        "("
        + string.Join(
            " OR ",
            Logins
                .Select(login => $"{SqlCollation.Ignoring("s.original_login_name")} = {SqlQuote.Text(login)}")
                .Concat(Applications.Select(name => Begins("COALESCE(s.program_name, N'')", name)))
                .Append(Begins("COALESCE(r.wait_type, N'')", HealthCheckWaits))
                .Append(Begins("COALESCE(r.last_wait_type, N'')", HealthCheckWaits))
                .Append(
                    $"{Begins("COALESCE(s.program_name, N'')", AgentApplication)} AND EXISTS (SELECT 1 FROM "
                        + "sys.dm_exec_sql_text(r.sql_handle) AS t WHERE "
                        + string.Join(
                            " OR ",
                            Procedures.Select(name =>
                                $"{SqlCollation.Ignoring("t.text")} LIKE {SqlQuote.Text($"%{Escaped(name)}%")} ESCAPE N'\\'"
                            )
                        )
                        + ")"
                )
        )
        + ")";

    public static bool IsOne(string login, string application) =>
        Logins.Contains(login, StringComparer.OrdinalIgnoreCase)
        || Applications.Any(name => application.StartsWith(name, StringComparison.OrdinalIgnoreCase));

    /// <summary>True for a wait that only the health check has.</summary>
    public static bool IsHealthCheck(string wait) =>
        wait.StartsWith(HealthCheckWaits, StringComparison.OrdinalIgnoreCase);

    private static string Begins(string expression, string name) =>
        $"{SqlCollation.Ignoring(expression)} LIKE {SqlQuote.Text(Escaped(name) + "%")} ESCAPE N'\\'";

    private static string Escaped(string name) => name.Replace("_", @"\_", StringComparison.Ordinal);
}
