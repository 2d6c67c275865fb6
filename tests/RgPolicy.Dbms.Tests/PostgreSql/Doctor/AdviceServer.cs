using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Doctor;

/// <summary>A server of which nothing is as RgPolicy would like it, with hostile names.</summary>
public sealed class AdviceServer : IAsyncLifetime
{
    /// <summary>RgPolicy's role, which has none of its rights.</summary>
    public const string Role = "rg's \"own\"\nrole";

    /// <summary>A database in which pg_stat_statements is made, and the server has not loaded it.</summary>
    public const string Made = "made";

    private const string Closed = "my \"db\"";
    private const string Open = "open\"\n; DROP TABLE kept; --";
    private const string Owner = "owner'\n; DROP TABLE kept; --\u001b[2J";

    private PostgresCluster? _cluster;

    internal PostgresCluster Cluster => _cluster ?? throw new InvalidOperationException("not started");

    public async Task InitializeAsync()
    {
        _cluster = await PostgresCluster.StartAsync(
            new PostgresClusterOptions
            {
                PreloadLibraries = ["auto_explain"],
                Settings = ImmutableDictionary
                    .Create<string, string>(StringComparer.Ordinal)
                    .Add("track_activity_query_size", "1024")
                    .Add("compute_query_id", "off")
                    .Add("track_activities", "off")
                    .Add("log_min_duration_statement", "0"),
            }
        );
        await Cluster.ExecuteAsync(
            $"""
            CREATE ROLE {PostgresSetup.Quote(Role)} LOGIN;
            GRANT pg_read_all_settings, pg_write_all_data TO {PostgresSetup.Quote(Role)};
            CREATE ROLE {PostgresSetup.Quote(Owner)} LOGIN;
            CREATE TABLE kept (id int);
            CREATE SCHEMA {PostgresSetup.Quote(Open)};
            GRANT CREATE ON SCHEMA {PostgresSetup.Quote(Open)} TO PUBLIC;
            CREATE TABLE theirs (id int);
            ALTER TABLE theirs OWNER TO {PostgresSetup.Quote(Owner)};
            """
        );
        await Cluster.ExecuteAsync($"CREATE DATABASE {Made}");
        await Cluster.ExecuteAsync("CREATE EXTENSION pg_stat_statements", Made);
        await Cluster.ExecuteAsync($"CREATE DATABASE {PostgresSetup.Quote(Closed)}");
        await Cluster.ExecuteAsync($"REVOKE CONNECT ON DATABASE {PostgresSetup.Quote(Closed)} FROM PUBLIC");
    }

    public Task DisposeAsync() => Cluster.DisposeAsync().AsTask();
}
