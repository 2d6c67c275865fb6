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

    // The signal, then the names.
    private const string Names = """
        session.login: user username usename user_name login_name role principal suser_name suser_sname original_login
        session.login: original_login_name current_user session_user system_user
        session.app: application application_name appname app_name program program_name client module
        session.host: client_addr client_host client_hostname hostname host_name inet_client_addr ip machine
        session.database: db dbname datname database_name db_name schema current_database original_db_name
        request.elapsed: duration runtime time elapsed_time total_elapsed_time age seconds
        request.cpu: cpu_time cpu_ms
        request.blocking: blocked blocks blocking_session_id
        statement.kind: type command verb command_type cmd
        plan.rows: estimated_rows row_count rowcount est_rows
        plan.cost: estimated_cost total_cost subtree_cost
        plan.dop: parallelism parallel degree maxdop
        """;

    private static IEnumerable<(string Name, string Signal)> Pairs() =>
        from line in Names.Split('\n')
        let parts = line.Split(": ")
        from name in parts[1].TrimEnd().Split(' ')
        select (name, parts[0]);
}
