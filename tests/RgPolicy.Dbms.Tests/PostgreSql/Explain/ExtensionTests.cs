namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>What a superuser's extension owns is planned, unless it runs text.</summary>
[Collection(PostgresServer.Collection)]
public sealed class ExtensionTests(PostgresServer server)
{
    [Fact]
    public async Task Explain_FunctionsAndOperatorsOfExtensions_ArePlannedUnlessTheyRunText()
    {
        await server.Cluster.ExecuteAsync("CREATE DATABASE extended");
        await server.Cluster.ExecuteAsync(
            """
            CREATE EXTENSION citext; CREATE EXTENSION hstore; CREATE EXTENSION pg_trgm; CREATE EXTENSION pgcrypto;
            CREATE EXTENSION tablefunc; CREATE EXTENSION dblink; CREATE EXTENSION postgres_fdw;
            CREATE TABLE people (id int PRIMARY KEY, name citext, traits hstore);
            CREATE INDEX ON people USING gin (name gin_trgm_ops);
            """,
            "extended");
        await using var probe = new ExplainProbe(server.Connection(), "extended");
        string[] planned =
        [
            "SELECT min(name), max(id), replace(name, 'a', 'b') FROM people GROUP BY name", "SELECT * FROM people WHERE name = 'Ann' AND id = $1",
            "SELECT * FROM people WHERE traits @> 'a=>1' AND traits -> 'b' = 'c'", "SELECT * FROM people WHERE name % 'ann' ORDER BY similarity(name, 'a')",
            "SELECT encode(digest(name::text, 'sha256'), 'hex') FROM people WHERE name::text LIKE 'a%'", "SELECT * FROM normal_rand(10, 1, 1)",
        ];
        string[] refused = ["SELECT * FROM crosstab('SELECT 1, 2, 3') AS c(a int, b int)", "SELECT * FROM dblink('x', 'SELECT 1') AS c(a int)"];

        foreach (var text in planned) Assert.Equal((text, "re-explain"), (text, (await probe.ExplainAsync(text)).Facts!.Source));
        foreach (var text in refused) Assert.Contains("runs statements", (await probe.ExplainAsync(text)).Facts!.Source, StringComparison.Ordinal);
    }
}
