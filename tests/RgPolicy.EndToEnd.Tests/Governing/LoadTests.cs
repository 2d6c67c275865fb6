using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>Builds of indexes and large writes, sent by the extended protocol, are throttled; who waits for their table
/// has them let out.</summary>
public sealed class LoadTests(GovernedFixture fixture) : IClassFixture<GovernedFixture>
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    [RootFact]
    public Task Build_OfAnIndex_IsThrottledUntilAProtectedWriterWaitsForItsTable() => BuildAsync("single", "select 1");

    [RootFact]
    public Task Build_WithinATransactionThatHasWritten_IsThrottledToo() =>
        BuildAsync("divided", "begin; insert into load_divided values (0)");

    [RootFact]
    public async Task Write_OfManyRowsAlone_IsThrottledUntilAProtectedWriterWaitsForItsRow()
    {
        var origin = Governance.Of(fixture.Postmaster).CpuGroup;
        await fixture.Server.ExecuteAsync(Table("load_written"), CancellationToken.None);
        await fixture.Server.ExecuteAsync(
            "alter table load_written add primary key (id); analyze load_written",
            CancellationToken.None
        );
        await using var write = await LiveQuery.StartAsync(
            fixture.Server,
            BenchRoles.Loader,
            "insert into load_written select id + 1000000 from load_written where pg_sleep(0.05) is not null"
        );

        Assert.True(await write.BecomesAsync(g => g.CpuGroup != origin, Patience), "it was not throttled");
        await using var writer = await LiveQuery.StartAsync(
            fixture.Server,
            BenchRoles.Oltp,
            "insert into load_written values (1000001)"
        );
        Assert.True(await write.BecomesAsync(g => g.CpuGroup == origin, Patience), "it was not let out");
        Assert.False(writer.Running.IsCompleted);
    }

    [RootFact]
    public async Task Write_WithinATransactionThatHasWritten_IsLeftAlone()
    {
        var origin = Governance.Of(fixture.Postmaster).CpuGroup;
        await fixture.Server.ExecuteAsync(Table("load_open"), CancellationToken.None);
        await using var write = await LiveQuery.OpenAsync(fixture.Server, BenchRoles.Loader);
        await write.RunAsync("begin; insert into load_open values (0)");
        await Task.Delay(TimeSpan.FromMilliseconds(50));
        write.Start("insert into load_open select id from load_open where pg_sleep(0.05) is not null");

        Assert.False(await write.BecomesAsync(g => g.CpuGroup != origin, TimeSpan.FromSeconds(3)));
    }

    private async Task BuildAsync(string name, string before)
    {
        var origin = Governance.Of(fixture.Postmaster).CpuGroup;
        await fixture.Server.ExecuteAsync(Table("load_" + name), CancellationToken.None);
        await using var build = await LiveQuery.OpenAsync(fixture.Server, BenchRoles.Loader);
        await build.RunAsync(before);
        build.Start($"create index on load_{name} (load_slowly(id))");

        Assert.True(await build.BecomesAsync(g => g.CpuGroup != origin, Patience), "it was not throttled");
        await using var writer = await LiveQuery.StartAsync(
            fixture.Server,
            BenchRoles.Oltp,
            $"insert into load_{name} values (-1)"
        );
        Assert.True(await build.BecomesAsync(g => g.CpuGroup == origin, Patience), "it was not let out");
        Assert.False(writer.Running.IsCompleted);
    }

    // Sleeps, so that it lasts on any host.
    private static string Table(string name) =>
        $"""
            create or replace function load_slowly(id bigint) returns bigint language plpgsql immutable as
              'begin perform pg_sleep(0.05); return id; end';
            create table {name} as select g::bigint as id from generate_series(1, 20000) g;
            alter table {name} owner to {BenchRoles.Loader};
            grant insert on {name} to {BenchRoles.Oltp};
            """;
}
