using System.Text.Json;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>What <c>rgp status</c> and <c>rgp why</c> say of live queries is what the kernel says.</summary>
public sealed class StatusTests(GovernedFixture fixture) : IClassFixture<GovernedFixture>
{
    [RootFact]
    public async Task Status_OfALiveScan_NamesItsClassPoolAndEffectiveWeight()
    {
        await using var scan = await LiveQuery.StartGovernedAsync(fixture.Server);

        using var document = await ScanShownAsync();
        Assert.Equal("rgp/status/1", document.RootElement.GetProperty("schema").GetString());
        var query = Assert.Single(document.RootElement.GetProperty("queries").EnumerateArray(), IsScan);
        Assert.Equal("polluters", query.GetProperty("pool").GetString());
        Assert.Contains(
            query.GetProperty("settings").EnumerateArray(),
            s =>
                s.GetProperty("name").GetString() == "cpu weight"
                && s.GetProperty("effect").GetString() == "running"
                && s.GetProperty("effective").ValueKind == JsonValueKind.String
        );
    }

    [RootFact]
    public async Task Why_OfALiveScan_NamesTheAtomThatDecided()
    {
        await using var scan = await LiveQuery.StartGovernedAsync(fixture.Server);

        var (code, output, errors) = await fixture.Governed.AskAsync(
            "why",
            "--pid",
            scan.ProcessId.ToString(CultureInfo.InvariantCulture),
            "--output",
            "json"
        );

        Assert.True(code == 0, errors);
        using var document = JsonDocument.Parse(output);
        var root = document.RootElement;
        Assert.Equal("scan", root.GetProperty("class").GetString());
        Assert.False(root.GetProperty("provisional").GetBoolean());
        var deciding = root.GetProperty("tried")
            .EnumerateArray()
            .Single(t => t.GetProperty("class").GetString() == "scan");
        Assert.Contains(
            deciding.GetProperty("atoms").EnumerateArray(),
            a =>
                a.GetProperty("text").GetString()?.Contains("plan.shape", StringComparison.Ordinal) == true
                && a.GetProperty("result").GetString() == "true"
        );
    }

    /// <summary>The loop shows its state four times a second, so what the kernel does already may be
    /// missing for a moment.</summary>
    private async Task<JsonDocument> ScanShownAsync()
    {
        for (var tries = 0; ; tries++)
        {
            var (code, output, errors) = await fixture.Governed.AskAsync("status", "--output", "json");
            // A loop without a processor for 5 s is said not to answer: true, and it goes on.
            if (code == 0)
            {
                var document = JsonDocument.Parse(output);
                if (document.RootElement.GetProperty("queries").EnumerateArray().Any(IsScan))
                    return document;
                document.Dispose();
            }

            Assert.True(tries < 100, errors + output);
            await Task.Delay(100);
        }
    }

    private static bool IsScan(JsonElement query) => query.GetProperty("class").GetString() == "scan";
}
