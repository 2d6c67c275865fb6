using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>Builds of indexes, sent by the extended protocol and within transactions, are narrowed; who waits for their
/// table has them let out.</summary>
public sealed class LoadTests(GovernedFixture fixture) : IClassFixture<GovernedFixture>
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    [RootFact]
    public Task Build_OfAnIndex_IsNarrowedUntilAFavouredWriterWaitsForItsTable() => BuildAsync("single", "select 1");

    [RootFact]
    public Task Build_WithinATransactionThatHasWritten_IsNarrowedToo() =>
        BuildAsync("divided", "begin; insert into load_divided values (0)");

    private async Task BuildAsync(string name, string before)
    {
        var origin = Governance.Of(fixture.Postmaster).CpuGroup;
        await fixture.Server.ExecuteAsync(Table("load_" + name), CancellationToken.None);
        await using var build = await LiveQuery.OpenAsync(fixture.Server, BenchRoles.Loader);
        await build.RunAsync(before);
        build.Start($"create index on load_{name} (load_slowly(id))");

        Assert.True(await build.BecomesAsync(g => g.CpuGroup != origin, Patience), "it was not narrowed");
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
            create table {name} as select g::bigint as id from generate_series(1, 1500) g;
            alter table {name} owner to {BenchRoles.Loader};
            grant insert on {name} to {BenchRoles.Oltp};
            """;
}
