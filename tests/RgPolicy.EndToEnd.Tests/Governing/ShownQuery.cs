using System.Diagnostics;
using System.Text.Json;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>What <c>rgp status</c> and <c>rgp why</c> say of one process's query.</summary>
internal sealed class ShownQuery(GovernedServer governed, int processId)
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    /// <summary>The query as status shows it, once it is as wanted.</summary>
    public async Task<JsonElement> StatusAsync(Predicate<JsonElement> wanted)
    {
        var clock = Stopwatch.StartNew();
        while (true)
        {
            var (code, output, errors) = await governed.AskAsync("status", "--output", "json");
            // A loop without a processor for 5 s is said not to answer: true, and it goes on.
            if (code == 0 && Find(output) is { } query && wanted(query))
                return query;
            Assert.True(clock.Elapsed < Patience, errors + output);
            await Task.Delay(100);
        }
    }

    /// <summary>Why it is where it is, once that is as wanted.</summary>
    public async Task<JsonElement> WhyAsync(Predicate<JsonElement> wanted)
    {
        var clock = Stopwatch.StartNew();
        while (true)
        {
            var (code, output, errors) = await governed.AskAsync(
                "why",
                "--pid",
                processId.ToString(CultureInfo.InvariantCulture),
                "--output",
                "json"
            );
            if (code == 0 && Root(output) is var why && wanted(why))
                return why;
            Assert.True(clock.Elapsed < Patience, errors + output);
            await Task.Delay(100);
        }
    }

    /// <summary>A text of a document; empty where it has none.</summary>
    public static string Text(JsonElement document, string name) =>
        document.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String
            ? value.GetString() ?? ""
            : "";

    private JsonElement? Find(string status) =>
        Root(status)
            .GetProperty("queries")
            .EnumerateArray()
            .Where(query => query.GetProperty("process_id").GetInt32() == processId)
            .Cast<JsonElement?>()
            .FirstOrDefault();

    private static JsonElement Root(string text)
    {
        using var document = JsonDocument.Parse(text);
        return document.RootElement.Clone();
    }
}
