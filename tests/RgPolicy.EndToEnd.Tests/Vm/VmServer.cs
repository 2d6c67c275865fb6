using RgPolicy.Testing.PostgreSql;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Vm;

/// <summary>A PostgreSQL in a cgroup of its own, as a unit of systemd has one, with a table to scan.</summary>
internal sealed class VmServer : IAsyncDisposable
{
    public const string Database = "postgres";

    /// <summary>A scan that ends only when it is cancelled.</summary>
    public const string Scan = "select count(*) from sales where md5(md5(md5(repeat(note, 2000)))) like 'abcd%'";

    /// <summary>An aggregation beside it.</summary>
    public const string Aggregation =
        "select note, count(*) from (select md5(md5(repeat(sales.note, 2000))) note, generate_series(1, 50) from sales) s "
        + "group by 1";

    /// <summary>A short query.</summary>
    public const string Point = "select amount from sales where id = 4711";

    private const string Tables = """
        create role report login;
        create role rgpolicy login;
        grant pg_read_all_stats, pg_read_all_data to rgpolicy;
        create table sales (id int, amount int, note text);
        insert into sales select i, i % 977, repeat('note ', 20) || i from generate_series(1, 60000) i;
        create unique index on sales (id);
        analyze sales;
        grant select on sales to report;
        """;

    private VmServer(PostgresCluster cluster) => Cluster = cluster;

    public PostgresCluster Cluster { get; }

    /// <summary>Its cgroup's directory.</summary>
    public static string Group { get; } = Path.Combine(KernelState.Cgroups, "postgresql.service");

    public int Postmaster => Cluster.PostmasterProcessId;

    /// <summary>All that governing may change of it now.</summary>
    public IReadOnlyList<string> State => KernelState.Of(Members(Postmaster), Group);

    /// <summary>Makes it.</summary>
    public static async Task<VmServer> StartAsync()
    {
        var server = new VmServer(
            await PostgresCluster.StartAsync(
                new PostgresClusterOptions
                {
                    Settings = new Dictionary<string, string>(StringComparer.Ordinal)
                    {
                        ["shared_buffers"] = "32MB",
                        ["autovacuum"] = "off",
                        ["max_connections"] = "30",
                        ["max_parallel_workers_per_gather"] = "0",
                    }.ToImmutableDictionary(StringComparer.Ordinal),
                }
            )
        );
        await server.Cluster.ExecuteAsync(Tables);
        KernelState.Enter(Group, Members(server.Postmaster));
        return server;
    }

    public ValueTask DisposeAsync() => Cluster.DisposeAsync();

    private static IEnumerable<int> Members(int postmaster) => ProcessFacts.Children(postmaster).Prepend(postmaster);
}
