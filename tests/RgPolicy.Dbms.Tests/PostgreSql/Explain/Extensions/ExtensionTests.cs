using Xunit.Abstractions;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Extensions;

/// <summary>What a superuser's extension owns is planned, unless it runs text: on the distribution's own server, for
/// those extensions that are installed there. <c>tools/extensions/run</c> prints what each comes to.</summary>
[Collection(PostgresServer.Collection)]
public sealed class ExtensionTests(PostgresServer server, ITestOutputHelper output)
{
    private const string People = """
        CREATE TABLE people (id int PRIMARY KEY, name text, born date);
        INSERT INTO people SELECT i, 'name ' || i, '2000-01-01'::date + i FROM generate_series(1, 1000) i;
        """;

    public static TheoryData<string> Names => [.. ExtensionCase.All.Select(each => each.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Explain_FunctionsAndOperatorsOfAnExtension_ArePlannedUnlessTheyRunText(string name)
    {
        var extension = ExtensionCase.All.Single(each => each.Name == name);
        if (!await IsHereAsync(extension))
        {
            output.WriteLine($"{name}: not installed on this server, nothing was tried");
            return;
        }

        var database = "with_" + name;
        await MakeAsync(extension, database);
        await using var probe = new ExplainProbe(server.Connection(), database);
        foreach (var text in extension.Planned)
            Assert.Equal((text, "re-explain"), (text, (await probe.ExplainAsync(text)).Facts!.Source));
        foreach (var (text, reason) in extension.Refused)
            Assert.Contains(reason, (await probe.ExplainAsync(text)).Facts!.Source, StringComparison.Ordinal);
        var version = await server.Cluster.ScalarAsync(
            $"SELECT extversion FROM pg_extension WHERE extname = '{name}'",
            database
        );
        output.WriteLine(
            $"{name} {version}: {extension.Planned.Count} planned, {extension.Refused.Count} refused, as they should be"
        );
    }

    [Fact]
    public async Task Explain_WhereEverybodyMayCreate_IsRefusedWithWhatToDo()
    {
        await server.Cluster.ExecuteAsync("CREATE DATABASE open_public");
        await server.Cluster.ExecuteAsync(
            "CREATE EXTENSION hstore; GRANT CREATE ON SCHEMA public TO PUBLIC",
            "open_public"
        );
        await using var probe = new ExplainProbe(server.Connection(), "open_public");

        var open = await probe.ExplainAsync("SELECT hstore('a', 'b')");
        await server.Cluster.ExecuteAsync("REVOKE CREATE ON SCHEMA public FROM PUBLIC", "open_public");
        var closed = await probe.ExplainAsync("SELECT hstore('a', 'b')");

        Assert.Contains("REVOKE CREATE ON SCHEMA public FROM PUBLIC", open.Facts!.Source, StringComparison.Ordinal);
        Assert.Equal("re-explain", closed.Facts!.Source);
    }

    private async Task<bool> IsHereAsync(ExtensionCase extension)
    {
        foreach (var name in extension.Names)
            if (
                await server.Cluster.ScalarAsync($"SELECT 1 FROM pg_available_extensions WHERE name = '{name}'") is null
            )
                return false;
        return true;
    }

    private async Task MakeAsync(ExtensionCase extension, string database)
    {
        await server.Cluster.ExecuteAsync($"CREATE DATABASE {database}");
        // From 15 on a database begins so.
        await server.Cluster.ExecuteAsync("REVOKE CREATE ON SCHEMA public FROM PUBLIC", database);
        await server.Cluster.ExecuteAsync(People, database);
        foreach (var name in extension.Names)
            await server.Cluster.ExecuteAsync($"CREATE EXTENSION {name}", database);
        foreach (var text in extension.Setup)
            await server.Cluster.ExecuteAsync(text, database);
        await server.Cluster.ExecuteAsync("ANALYZE", database);
    }
}
