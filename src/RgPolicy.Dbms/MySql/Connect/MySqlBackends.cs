using RgPolicy.Dbms.Costs;

namespace RgPolicy.Dbms.MySql.Connect;

/// <summary>RgPolicy's own connections to a MySQL or MariaDB.</summary>
internal static class MySqlBackends
{
    /// <summary>None yet.</summary>
    /// <param name="isLocal">The server may be on this host: its threads are looked for here.</param>
    public static OwnBackends Own(bool isLocal) =>
        new(thread =>
            isLocal && thread > 0 && ServerThreads.ProcessOf(thread) is not null
                ? BackendCpu.Open(thread, "", isUsedAgain: true)
                : null
        );
}
