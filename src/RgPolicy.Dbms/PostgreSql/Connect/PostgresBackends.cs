using RgPolicy.Dbms.Costs;

namespace RgPolicy.Dbms.PostgreSql.Connect;

/// <summary>RgPolicy's own connections to a PostgreSQL.</summary>
internal static class PostgresBackends
{
    /// <summary>What the name of each of the server's processes begins with.</summary>
    public const string Program = "postgres";

    /// <summary>None yet.</summary>
    /// <param name="isLocal">The server may be on this host: its processes are looked for here.</param>
    public static OwnBackends Own(bool isLocal) => new(id => isLocal ? BackendCpu.Open(id, Program) : null);
}
