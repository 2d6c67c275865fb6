using System.Globalization;
using System.Text.Json.Nodes;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Web;

/// <summary>Pages of status documents that a running service would need an hour, or bad company, for.</summary>
public sealed class ShownDocumentTests(ChromiumFixture fixture) : IClassFixture<ChromiumFixture>
{
    private const string Hostile =
        "</td></svg><img src=x "
        + "onerror=\"document.title='owned'\"><script>document.title='owned'</script>&\"'\u202e\u0007";

    [ChromiumTheory]
    [InlineData(1100, 700, false, false)]
    [InlineData(390, 844, true, true)]
    public async Task Page_AnHourOfDecisions_FillsItsWidthInTheColoursOfTheClasses(
        int width,
        int height,
        bool isPhone,
        bool isDark
    )
    {
        var document = await DocumentAsync();
        document["decisions"] = AnHour();
        await using var shown = await ShownDocument.ShowAsync(document);
        await fixture.Browser.LookLikeAsync(width, height, isPhone, isDark);
        await fixture.Browser.GoAsync(shown.Page);

        Assert.Equal(width, await NumberAsync("document.documentElement.scrollWidth"));
        Assert.Equal(
            60,
            await NumberAsync(
                "new Set([...document.querySelectorAll('svg.columns rect')].map(r => r.getAttribute('x'))).size"
            )
        );
        Assert.Equal(
            8,
            await NumberAsync(
                "new Set([...document.querySelectorAll('svg.columns rect')].map(r => getComputedStyle(r).fill)).size"
            )
        );
        Assert.Equal(
            0,
            await NumberAsync(
                "[...document.querySelectorAll('svg.columns rect')].filter(r => getComputedStyle(r).fill !== "
                    + "getComputedStyle(document.querySelector('.swatch.' + r.classList[0])).backgroundColor).length"
            )
        );
        Assert.InRange(
            await NumberAsync("Math.round(document.querySelector('svg.columns').getBoundingClientRect().width)"),
            (int)(width * 0.8),
            width
        );
        await KeepAsync(isPhone ? "decisions-phone-dark.png" : "decisions.png");
    }

    [ChromiumFact]
    public async Task Page_HostileTextsEverywhere_AreTextAndNothingElse()
    {
        var document = await DocumentAsync();
        document["decisions"] = AnHour();
        document["policy_error"] = "x";
        Poison(document);
        await using var shown = await ShownDocument.ShowAsync(document);
        await fixture.Browser.LookLikeAsync(1100, 900, isPhone: false, isDark: false);
        await fixture.Browser.GoAsync(shown.Page);

        Assert.Equal("RgPolicy", (await fixture.Browser.EvaluateAsync("document.title")).GetString());
        Assert.Equal(0, await NumberAsync("document.querySelectorAll('img, script, [onerror]').length"));
        Assert.True(await NumberAsync("document.body.innerText.split('<img src=x').length") > 20);
        Assert.Equal(1, await NumberAsync("document.querySelectorAll('svg').length"));
    }

    private static JsonObject AnHour()
    {
        var random = new Random(7);
        var classes = new JsonArray();
        string[] names = ["oltp", "reports", "scan", "etl", "adhoc", "export", "batch", "maintenance", "default"];
        for (var index = 0; index < names.Length; index++)
        {
            var queries = Enumerable
                .Range(0, 60)
                .Select(minute =>
                    (JsonNode)
                        (int)(
                            (400 >> index)
                            * (1.2 + Math.Sin((minute + (index * 9)) / 9.0))
                            * (0.8 + (random.NextDouble() * 0.4))
                        )
                );
            classes.Add(new JsonObject { ["name"] = names[index], ["queries"] = new JsonArray([.. queries]) });
        }

        return new JsonObject
        {
            ["interval_seconds"] = 60,
            ["intervals"] = 60,
            ["classes"] = classes,
        };
    }

    /// <summary>Puts a hostile text into every text of a document but moments.</summary>
    private static void Poison(JsonNode? node)
    {
        if (node is JsonObject owner)
        {
            foreach (var (name, value) in owner.ToList())
            {
                if (value is JsonValue text && text.TryGetValue<string>(out var content))
                {
                    owner[name] = DateTimeOffset.TryParse(
                        content,
                        CultureInfo.InvariantCulture,
                        DateTimeStyles.None,
                        out _
                    )
                        ? content
                        : Hostile;
                }

                Poison(owner[name]);
            }
        }
        else if (node is JsonArray array)
        {
            for (var index = 0; index < array.Count; index++)
            {
                if (array[index] is JsonValue text && text.TryGetValue<string>(out _))
                    array[index] = Hostile;
                Poison(array[index]);
            }
        }
    }

    private async Task<JsonObject> DocumentAsync()
    {
        using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
        return JsonNode.Parse(await client.GetStringAsync(new Uri(fixture.Page, "/api/v1/status")))!.AsObject();
    }

    private async Task<int> NumberAsync(string expression) =>
        (await fixture.Browser.EvaluateAsync(expression)).GetInt32();

    private async Task KeepAsync(string name)
    {
        await fixture.Browser.EvaluateAsync("document.querySelector('#decided').scrollIntoView()");
        var picture = await fixture.Browser.PictureAsync();
        if (Environment.GetEnvironmentVariable("RGPOLICY_SCREENSHOTS") is { Length: > 0 } directory)
        {
            await File.WriteAllBytesAsync(ProductFiles.Path(directory, name), picture);
        }
    }
}
