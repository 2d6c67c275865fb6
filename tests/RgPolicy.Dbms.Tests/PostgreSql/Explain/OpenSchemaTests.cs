using RgPolicy.Testing;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>Up to PostgreSQL 14 everybody may create in public: no type or function there is looked up, and it is said
/// how to change that.</summary>
[Collection(PostgresVersionsFixture.Collection)]
public sealed class OpenSchemaTests(PostgresVersionsFixture servers)
{
    private const string Database = "open_schema";

    [Theory]
    [OnPostgres(14)]
    public async Task Explain_NamesInASchemaThatIsOpenToAll_SaysWhatClosesItAndPlansThen(int version)
    {
        var cluster = await servers.WithDatabaseAsync(
            version,
            Database,
            "CREATE TYPE pair AS (x int, y text); CREATE DOMAIN positive AS int CHECK (VALUE > 0)"
        );
        await using var probe = new ExplainProbe(PostgresVersionsFixture.Observer(cluster), Database);
        string[] texts = ["SELECT ROW(1, 'a')::pair", "SELECT '{3}'::positive[]", "SELECT 3::positive"];

        foreach (var text in texts)
            Assert.Contains(
                "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
                (await probe.ExplainAsync(text)).Facts!.Source,
                StringComparison.Ordinal
            );
        await cluster.ExecuteAsync("REVOKE CREATE ON SCHEMA public FROM PUBLIC", Database);

        foreach (var text in texts)
            Assert.Equal("re-explain", (await probe.ExplainAsync(text)).Facts!.Source);
    }
}
