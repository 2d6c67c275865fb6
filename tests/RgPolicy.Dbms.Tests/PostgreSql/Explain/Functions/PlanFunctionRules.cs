using System.Reflection;
using Npgsql;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Functions;

/// <summary>The reviewed rules of <c>tools/plan-functions/rules.txt</c>, and the list that the servers' catalogs make of
/// them.</summary>
internal sealed record PlanFunctionRules(string[] Types, string[] Names, string[] Except, string[] Extensions)
{
    // A function that runs while planning takes and gives types of the list alone; what reads and writes values is
    // reached by its type and cannot be called.
    private const string Sql = """
        WITH RECURSIVE listed(oid) AS (
            SELECT t.oid FROM pg_type t WHERE t.oid < 16384 AND t.typnamespace = 'pg_catalog'::regnamespace AND t.typname = ANY ($2)
            UNION SELECT t.typarray FROM pg_type t JOIN listed l ON l.oid = t.oid WHERE t.typarray <> 0)
        SELECT 'function', p.oid::text, p.oid::regprocedure::text
          FROM pg_proc p
         WHERE p.oid < 16384 AND p.pronamespace = 'pg_catalog'::regnamespace AND p.prokind = 'f' AND p.provolatile <> 'v' AND NOT p.proretset
           AND p.proname = ANY ($1) AND p.oid::regprocedure::text <> ALL ($3)
           AND p.proargtypes::oid[] <@ ARRAY(SELECT oid FROM listed) AND p.prorettype IN (SELECT oid FROM listed)
           AND 'cstring'::regtype <> ALL (p.proargtypes::oid[] || p.prorettype)
        UNION ALL
        SELECT 'type', t.oid::text, t.oid::regtype::text FROM listed l JOIN pg_type t ON t.oid = l.oid WHERE t.typname = ANY ($2)
        """;

    public static PlanFunctionRules Read()
    {
        using var stream = Assembly.GetExecutingAssembly().GetManifestResourceStream("plan-function-rules.txt")!;
        using var reader = new StreamReader(stream);
        var lines = reader
            .ReadToEnd()
            .Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Where(l => l[0] != '#')
            .ToList();
        string[] After(string word) =>
            [
                .. lines
                    .Where(l => l.StartsWith(word + " ", StringComparison.Ordinal))
                    .Select(l => l[(word.Length + 1)..]),
            ];
        string[] Words(string word) => [.. After(word).SelectMany(l => l.Split(' '))];
        return new(
            [.. Words("types").Select(t => t.Trim('"'))],
            Words("allow"),
            [.. After("except").Select(l => l.Split("  ")[0])],
            [.. After("extension").SelectMany(Extension)]
        );
    }

    /// <summary>The list's text for these servers, the oldest first.</summary>
    public async Task<string> ListAsync(IEnumerable<(int Version, PostgresCluster Cluster)> servers)
    {
        var versions = new Dictionary<(string Kind, uint Oid, string Name), List<int>>();
        foreach (var (version, cluster) in servers)
        await foreach (var row in RowsAsync(cluster))
            if (versions.TryGetValue(row, out var known))
                known.Add(version);
            else
                versions.Add(row, [version]);
        var lines = versions
            .OrderBy(v => v.Key.Kind, StringComparer.Ordinal)
            .ThenBy(v => v.Key.Oid)
            .ThenBy(v => v.Value[0])
            .Select(v =>
                FormattableString.Invariant($"{v.Key.Kind}\t{v.Key.Oid}\t{v.Value[0]}\t{v.Value[^1]}\t{v.Key.Name}")
            )
            .Concat(Extensions.Select(e => "extension\t" + e));
        return string.Join('\n', lines) + "\n";
    }

    private static IEnumerable<string> Extension(string line)
    {
        var parts = line.Split(": ");
        return parts[1] == "*" ? [parts[0]] : parts[1].Split(' ').Select(name => parts[0] + "." + name);
    }

    private async IAsyncEnumerable<(string Kind, uint Oid, string Name)> RowsAsync(PostgresCluster cluster)
    {
        await using var connection = await cluster.OpenAsync();
        await using var command = new NpgsqlCommand(Sql, connection)
        {
            Parameters =
            {
                new() { Value = Names },
                new() { Value = Types },
                new() { Value = Except },
            },
        };
        await using var reader = await command.ExecuteReaderAsync();
        while (await reader.ReadAsync())
            yield return (
                reader.GetString(0),
                uint.Parse(reader.GetString(1), CultureInfo.InvariantCulture),
                reader.GetString(2)
            );
    }
}
