using RgPolicy.Testing;
using Xunit.Abstractions;

namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

/// <summary>Each text of a set gets a plan, as it is and with parameters: of a shop's a drawn part here, all and any
/// other set with <c>tools/query-sets/run</c>, which prints what was told beside what EXPLAIN ANALYZE
/// measures.</summary>
public sealed class QuerySetTests(PostgresVersionsFixture servers, ITestOutputHelper output)
    : IClassFixture<PostgresVersionsFixture>
{
    private const int Drawn = 6;
    private const int FirstWithNamesInIds = 18;

    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(2);

    // The command's, for which all texts are tried.
    private static string? File { get; } =
        Environment.GetEnvironmentVariable("RGPOLICY_QUERY_FILE") is { Length: > 0 } file ? file : null;

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(15)]
    [OnPostgres(16)]
    [OnPostgres(17)]
    [OnPostgres(18)]
    public async Task PollAsync_TextOfASet_GetsAPlan(int version)
    {
        var set = Set();
        await using var server = await QuerySetServer.OpenAsync(
            version,
            await servers.GetAsync(version),
            set,
            QuerySetOptions.Read()
        );
        var without = new List<string>();
        foreach (var query in Texts(set, version))
        {
            await foreach (var answer in AnswersAsync(server, query, version))
            {
                await WriteAsync(answer.Line);
                if (!answer.HasPlan)
                    without.Add(answer.Line);
            }
        }

        Assert.True(without.Count == 0, string.Join('\n', without));
    }

    private static IEnumerable<QueryText> Texts(QuerySet set, int version)
    {
        if (File is not null)
            return set.Texts;
        var texts = set.Texts.ToArray();
        new Random(version).Shuffle(texts);
        return texts[..Drawn];
    }

    private static async IAsyncEnumerable<QueryAnswer> AnswersAsync(QuerySetServer server, QueryText query, int version)
    {
        var measured = await server.MeasureAsync(query);
        // From 18 on ids do not tell tables apart, so each execution has to be met while it holds its locks: too few polls
        // meet one that ends so soon. A run of the command waits for it.
        if (File is null && version >= FirstWithNamesInIds && measured?.Time < Shortest)
            yield break;
        yield return await server.AskAsync(query, null, new ParameterText(query.Text, []), measured);
        if (await server.ParametersAsync(query) is { } parameters)
            yield return await server.AskAsync(query, parameters.Style, parameters.Text, measured);
    }

    private static QuerySet Set() =>
        Environment.GetEnvironmentVariable("RGPOLICY_QUERIES") is { Length: > 0 } folder
            ? QuerySet.Read(folder, Environment.GetEnvironmentVariable("RGPOLICY_QUERY_SCHEMA") ?? "")
            : QuerySet.Own;

    private async Task WriteAsync(string line)
    {
        output.WriteLine(line);
        if (File is not null)
            await System.IO.File.AppendAllTextAsync(File, line + "\n");
    }
}
