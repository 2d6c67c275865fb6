using RgPolicy.Testing.PostgreSql;
using RgPolicy.Testing.Stack;
using static RgPolicy.EndToEnd.Tests.Governing.ShownQuery;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>A real index build that is moved when it goes on from its scan to its sort.</summary>
public sealed class PhaseTests
{
    private const string Policy = """
        language 1
        pool all     { cpu weight 1000 }
        pool readers { cpu weight 100 }
        pool sorters { cpu weight 500 }
        class reading -> readers when statement.kind = index_build and plan.writes and plan.phase = scan
        class sorting -> sorters when statement.kind = index_build and plan.writes and plan.phase = sort
        default       -> all
        """;

    // Both halves take seconds: rows are read through one slow function, and sorted by another.
    private const string Setup = """
        CREATE ROLE app LOGIN; CREATE ROLE rgpolicy LOGIN; GRANT pg_read_all_stats TO rgpolicy;
        CREATE FUNCTION slowly(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN PERFORM pg_sleep(0.006); RETURN $1; END $$;
        CREATE FUNCTION slow_order(int, int) RETURNS int LANGUAGE plpgsql IMMUTABLE
            AS $$ BEGIN PERFORM pg_sleep(0.002); RETURN btint4cmp($1, $2); END $$;
        CREATE OPERATOR CLASS slow_ops FOR TYPE int USING btree AS
            OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 slow_order(int, int);
        CREATE TABLE t AS SELECT (i * 7919) % 1000 AS id FROM generate_series(1, 1000) i;
        ALTER TABLE t OWNER TO app;
        GRANT CREATE ON SCHEMA public TO app;
        """;

    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(10);

    [RootFact]
    public async Task IndexBuild_GoesOnFromScanToSort_IsMovedFromPoolToPoolAndReturns()
    {
        await using var cluster = await PostgresCluster.StartAsync();
        await cluster.ExecuteAsync(Setup);
        await using var governed = await StartAsync(cluster);
        await using var build = await LiveQuery.OpenAsync(cluster, "postgres", "app");
        var (origin, shown) = (build.Governance, new ShownQuery(governed, build.ProcessId));
        build.Start("CREATE INDEX ON t (slowly(id) slow_ops)");

        var reading = await shown.StatusAsync(query => Text(query, "phase") == "scan");
        Assert.Equal("readers", Text(reading, "pool"));
        Assert.True(await build.BecomesAsync(g => g.CpuGroup != origin.CpuGroup), "not moved");
        var first = build.Governance.CpuGroup;
        var why = await shown.WhyAsync(answer => Text(answer, "phase") == "sort");
        Assert.Equal("sorting", Text(why, "class"));
        Assert.True(
            await build.BecomesAsync(g => g.CpuGroup != first && g.CpuGroup != origin.CpuGroup),
            "not moved on"
        );

        await build.Running;
        Assert.True(await build.BecomesAsync(g => g == origin, Soon), "the backend did not return");
    }

    private static async Task<GovernedServer> StartAsync(PostgresCluster cluster)
    {
        var policy = Path.Combine(cluster.RootDirectory, "phases.rgp");
        await File.WriteAllTextAsync(policy, Policy);
        return await GovernedServer.StartAsync(cluster, new GovernedServerOptions { Policy = policy });
    }
}
