using System.Text.Json.Nodes;

namespace RgPolicy.EndToEnd.Tests.Web;

/// <summary>How long a browser waits for the first picture of a full page. With RGPOLICY_PAINT_FILE=FILE the figures
/// are appended there: tools/console-paint/run prints them.</summary>
public sealed class FirstPaintTests(ChromiumFixture fixture) : IClassFixture<ChromiumFixture>
{
    private const int Queries = 1000;

    // The command's, for which each view is looked at more often.
    private static readonly string? PaintFile = Environment.GetEnvironmentVariable("RGPOLICY_PAINT_FILE")
        is { Length: > 0 } file
        ? file
        : null;

    private static readonly int Rounds = PaintFile is null ? 3 : 15;

    // What the house wants of it is 300 ms, which the command holds it to; other work on the machine may take it
    // longer.
    private const double Longest = 3000;

    [ChromiumTheory]
    [InlineData("")]
    [InlineData("policy")]
    [InlineData("host")]
    [InlineData("effect/month")]
    [InlineData("past/month")]
    public async Task View_WithAThousandQueries_IsSeenSoon(string view)
    {
        using var minutes = MadeMinutes.Of(classes: 20, days: 30);
        await using var shown = await ShownDocument.ShowAsync(
            await FullAsync(),
            Policy(),
            minutes: minutes,
            hasLoop: true
        );
        await fixture.Browser.LookLikeAsync(1280, 900, isPhone: false, isDark: false);
        var times = new List<double>();
        for (var round = 0; round < Rounds; round++)
        {
            await fixture.Browser.GoAsync(new Uri(shown.Page, view));
            await fixture.Browser.UntilAsync("performance.getEntriesByName('first-contentful-paint').length");
            times.Add(
                (
                    await fixture.Browser.EvaluateAsync(
                        "performance.getEntriesByName('first-contentful-paint')[0].startTime"
                    )
                ).GetDouble()
            );
        }

        times.Sort();
        if (view.Length == 0)
        {
            Assert.Equal(
                Queries,
                (
                    await fixture.Browser.EvaluateAsync("document.querySelectorAll('#queries tbody tr').length")
                ).GetInt32()
            );
        }

        Assert.InRange(times[Rounds / 2], 0, Longest);
        if (PaintFile is not null)
        {
            await File.AppendAllTextAsync(
                PaintFile,
                string.Create(CultureInfo.InvariantCulture, $"/{view}\t{times[Rounds / 2]:0}\t{times[^1]:0}\n")
            );
        }
    }

    private async Task<JsonNode> FullAsync()
    {
        using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
        var document = JsonNode.Parse(await client.GetStringAsync(new Uri(fixture.Page, "/api/v1/status")))!;
        document["queries"] = new JsonArray([
            .. Enumerable
                .Range(1, Queries)
                .Select(number =>
                    (JsonNode)
                        new JsonObject
                        {
                            ["id"] = string.Create(CultureInfo.InvariantCulture, $"{number}-1795256560456725"),
                            ["process_id"] = number,
                            ["class"] = number % 3 == 0 ? "scan" : "oltp",
                            ["pool"] = number % 3 == 0 ? "polluters" : "critical",
                            ["pool_number"] = number % 3 == 0 ? 1 : 0,
                            ["elapsed_seconds"] = number / 7.0,
                            ["cpu_seconds"] = number / 11.0,
                            ["login"] = "report",
                            ["database"] = "bench",
                            ["application"] = "a dashboard",
                            ["workers"] = number % 4,
                            ["note"] = "",
                            ["statement"] =
                                "select c.segment, sum(s.price) from sales s join customers c on c.customer_id = "
                                + "s.id where x = ?",
                        }
                ),
        ]);
        return document;
    }

    private static JsonObject Policy() =>
        new JsonObject
        {
            ["text"] = string.Concat(
                Enumerable.Repeat("class scan -> polluters when plan.shape = scan and plan.working_set < 1 GiB\n", 500)
            ),
            ["classes"] = new JsonArray(),
        };
}
