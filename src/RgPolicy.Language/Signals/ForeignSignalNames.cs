using System.Collections.Frozen;

namespace RgPolicy.Language.Signals;

/// <summary>
/// What the servers' own views, functions and configuration call a signal: <c>usename</c>, <c>suser_name()</c>,
/// <c>total_elapsed_time</c>. People write those names in a policy at first.
/// </summary>
internal static class ForeignSignalNames
{
    private static readonly FrozenDictionary<string, string> Signals = Pairs()
        .ToFrozenDictionary(pair => pair.Name, pair => pair.Signal, StringComparer.OrdinalIgnoreCase);

    /// <summary>The signal that a server knows by this name, or null.</summary>
    public static string? SignalOf(string name) => Signals.GetValueOrDefault(name);

    /// <summary>The signal of the session that a function or a column of a server tells, or null.</summary>
    public static string? SessionSignalOf(string name) =>
        SignalOf(name) is { } signal && signal.StartsWith("session.", StringComparison.Ordinal) ? signal : null;

    private static IEnumerable<(string Name, string Signal)> Pairs() =>
        [
            .. Named(
                "session.login",
                "user",
                "username",
                "usename",
                "user_name",
                "login_name",
                "role",
                "principal",
                "suser_name",
                "suser_sname",
                "original_login",
                "original_login_name",
                "current_user",
                "session_user",
                "system_user"
            ),
            .. Named(
                "session.app",
                "application",
                "application_name",
                "appname",
                "app_name",
                "program",
                "program_name",
                "client",
                "module"
            ),
            .. Named(
                "session.host",
                "client_addr",
                "client_host",
                "client_hostname",
                "hostname",
                "host_name",
                "inet_client_addr",
                "ip",
                "machine"
            ),
            .. Named(
                "session.database",
                "db",
                "dbname",
                "datname",
                "database_name",
                "db_name",
                "schema",
                "current_database",
                "original_db_name"
            ),
            .. Named(
                "request.elapsed",
                "duration",
                "runtime",
                "time",
                "elapsed_time",
                "total_elapsed_time",
                "age",
                "seconds"
            ),
            .. Named("request.cpu", "cpu_time", "cpu_ms"),
            .. Named("request.blocking", "blocked", "blocks", "blocking_session_id"),
            .. Named("statement.kind", "type", "command", "verb", "command_type", "cmd"),
            .. Named("plan.rows", "estimated_rows", "row_count", "rowcount", "est_rows"),
            .. Named("plan.cost", "estimated_cost", "total_cost", "subtree_cost"),
            .. Named("plan.dop", "parallelism", "parallel", "degree", "maxdop"),
        ];

    private static IEnumerable<(string Name, string Signal)> Named(string signal, params string[] names) =>
        names.Select(name => (name, signal));
}
