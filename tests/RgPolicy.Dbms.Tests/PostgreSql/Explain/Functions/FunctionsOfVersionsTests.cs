using Npgsql;
using RgPolicy.Dbms.PostgreSql.Explain.Guarding;
using RgPolicy.Testing;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Functions;

/// <summary>
/// Functions of the server that planning may run and that are given a text, a name or an oid: each is
/// known to run nothing of a user's (harmless.txt), or is never planned. A version with a new one fails here until
/// somebody has judged it.
/// </summary>
[Collection(PostgresVersionsFixture.Collection)]
public sealed class FunctionsOfVersionsTests(PostgresVersionsFixture servers)
{
    private const string Sql = """
        SELECT DISTINCT p.proname::text
          FROM pg_proc p
         WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.provolatile <> 'v' AND p.oid < 16384 AND p.prokind = 'f'
           AND EXISTS (SELECT FROM unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) a(type)
                        WHERE a.type IN ('cstring'::regtype, 'text'::regtype, 'oid'::regtype, 'name'::regtype) OR starts_with(a.type::regtype::text, 'reg'))
           AND 'internal'::regtype <> ALL (p.proargtypes::oid[])
         ORDER BY 1
        """;

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(15)]
    [OnPostgres(16)]
    [OnPostgres(17)]
    [OnPostgres(18)]
    public async Task Functions_OfAVersion_AreJudged(int version)
    {
        var harmless = Harmless();
        var cluster = await servers.GetAsync(version);
        await using var connection = await cluster.OpenAsync();
        var found = new List<string>();
        await using (var command = new NpgsqlCommand(Sql, connection))
        await using (var reader = await command.ExecuteReaderAsync())
            while (await reader.ReadAsync())
                found.Add(reader.GetString(0));

        Assert.True(found.Count > 500, "the question finds nothing");
        Assert.Equal(
            "",
            string.Join(
                ", ",
                found.Except(harmless, StringComparer.Ordinal).Except(Forbidden.Names, StringComparer.Ordinal)
            )
        );
        Assert.Equal("", string.Join(", ", harmless.Intersect(Forbidden.Names, StringComparer.Ordinal)));
    }

    private static HashSet<string> Harmless()
    {
        using var stream = typeof(FunctionsOfVersionsTests).Assembly.GetManifestResourceStream("harmless.txt")!;
        using var reader = new StreamReader(stream);
        return [.. reader.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries)];
    }
}
