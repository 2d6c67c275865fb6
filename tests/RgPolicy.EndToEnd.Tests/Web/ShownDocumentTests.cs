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

    [ChromiumTheory]
    [InlineData("", 20)]
    [InlineData("policy", 5)]
    [InlineData("host", 20)]
    [InlineData("audit", 5)]
    [InlineData("why/7", 10)]
    [InlineData("effect/hour", 2)]
    [InlineData("past/hour", 3)]
    public async Task View_HostileTextsEverywhere_AreTextAndNothingElse(string view, int least)
    {
        var document = await DocumentAsync();
        document["decisions"] = AnHour();
        document["policy_error"] = "x";
        var policy = JsonNode.Parse(PolicyJson)!;
        var why = JsonNode.Parse(WhyJson)!;
        document["changes"] = JsonNode.Parse(ChangesJson);
        Poison(document);
        Poison(policy);
        Poison(why);
        using var minutes = MadeMinutes.OfOneName(Hostile);
        await using var shown = await ShownDocument.ShowAsync(document, policy, why, minutes);
        await fixture.Browser.LookLikeAsync(1100, 900, isPhone: false, isDark: false);
        await fixture.Browser.GoAsync(new Uri(shown.Page, view));
        await CheckHarmlessAsync();

        Assert.True(await NumberAsync("document.body.innerText.split('<img src=x').length") > least);
        // Once more after the script has exchanged what there is; a page of why stays as it is.
        if (!view.StartsWith("why", StringComparison.Ordinal))
        {
            await fixture.Browser.EvaluateAsync(
                """
                document.querySelectorAll('main > section[id]').forEach(each => each.source = '');
                document.dispatchEvent(new Event('visibilitychange'))
                """
            );
            await fixture.Browser.UntilAsync(
                "[...document.querySelectorAll('main > section[id]')].every(each => each.source)"
            );
            await CheckHarmlessAsync();
        }
    }

    [ChromiumFact]
    public async Task Now_ServiceIsGone_SaysSinceWhen()
    {
        await using (var shown = await ShownDocument.ShowAsync(await DocumentAsync()))
        {
            await fixture.Browser.LookLikeAsync(1100, 900, isPhone: false, isDark: true);
            await fixture.Browser.GoAsync(shown.Page);
            await fixture.Browser.UntilAsync("document.getElementById('live').textContent === 'Live'");
        }

        await fixture.Browser.UntilAsync(
            "/^No answer since [0-9]{2}:[0-9]{2}:[0-9]{2}$/.test(document.getElementById('live').textContent)"
        );
        Assert.InRange((await fixture.Browser.EvaluateAsync(Contrast.Least)).GetDouble(), 4.5, 21);
        Assert.True(await NumberAsync("document.querySelectorAll('#queries tbody tr').length") > 0);
    }

    [ChromiumTheory]
    [InlineData("", "sales-eu")]
    [InlineData("targets/sales-eu/", "Now")]
    [InlineData("targets/sales-eu/why/no_such", "no_such")]
    public async Task View_OfSeveralTargets_CanBeReadInLightAndDark(string view, string expected)
    {
        await using var shown = await ShownDocument.ShowAsync(
            await DocumentAsync(),
            why: JsonNode.Parse("""{"error":"No query no_such runs."}"""),
            targets: ["sales-eu", "sales-us"]
        );
        foreach (var isDark in new[] { false, true })
        {
            await fixture.Browser.LookLikeAsync(390, 844, isPhone: true, isDark);
            await fixture.Browser.GoAsync(new Uri(shown.Page, view));

            Assert.InRange((await fixture.Browser.EvaluateAsync(Contrast.Least)).GetDouble(), 4.5, 21);
            Assert.Equal(390, await NumberAsync("document.documentElement.scrollWidth"));
        }

        Assert.Contains(
            expected,
            (await fixture.Browser.EvaluateAsync("document.body.innerText")).GetString(),
            StringComparison.Ordinal
        );
    }

    [ChromiumFact]
    public async Task Now_ChosenQueryOfMany_IsNeverBehindTheHead()
    {
        var document = await DocumentAsync();
        document["queries"] = new JsonArray([
            .. Enumerable
                .Range(1, 100)
                .Select(number => (JsonNode)new JsonObject { ["id"] = $"q{number}", ["elapsed_seconds"] = number }),
        ]);
        await using var shown = await ShownDocument.ShowAsync(document);
        await fixture.Browser.LookLikeAsync(1100, 700, isPhone: false, isDark: false);
        await fixture.Browser.GoAsync(shown.Page);
        await fixture.Browser.UntilAsync("document.querySelector('html.whole')");
        await fixture.Browser.PressAsync("j");
        await fixture.Browser.EvaluateAsync("(scrollTo(0, document.body.scrollHeight), true)");
        await fixture.Browser.PressAsync("j");
        await fixture.Browser.UntilAsync("document.querySelector('tr.chosen')?.rowIndex === 2");

        Assert.True(
            (
                await fixture.Browser.EvaluateAsync(
                    "document.querySelector('tr.chosen').getBoundingClientRect().top >= "
                        + "document.querySelector('header').getBoundingClientRect().bottom"
                )
            ).GetBoolean()
        );
    }

    [ChromiumTheory]
    [InlineData("", 6)]
    [InlineData("policy", 1)]
    public async Task View_AlarmsAndAWaitingRevision_CanBeReadInLightAndDark(string view, int alarms)
    {
        var document = await DocumentAsync();
        document["policy_error"] = "line 3: no pool";
        document["policy_waiting"] = "0123456789ab";
        document["audit_path"] = "/var/lib/rgpolicy/audit.jsonl";
        document["audit_lost"] = 7;
        document["paused"] = JsonNode.Parse("""{"since":"2026-11-24T15:04:05Z","by":"user root"}""");
        document["target"]!["is_lost"] = true;
        document["sidecar"] = JsonNode.Parse("""{"is_ready":false,"error":"the lease ran out"}""");
        await using var shown = await ShownDocument.ShowAsync(document, JsonNode.Parse(PolicyJson));
        foreach (var isDark in new[] { false, true })
        {
            await fixture.Browser.LookLikeAsync(1100, 900, isPhone: false, isDark);
            await fixture.Browser.GoAsync(new Uri(shown.Page, view));

            Assert.InRange((await fixture.Browser.EvaluateAsync(Contrast.Least)).GetDouble(), 4.5, 21);
        }

        Assert.Equal(alarms, await NumberAsync("document.querySelectorAll('#alarms .alarm').length"));
        Assert.Equal(
            view.Length > 0 ? 1 : 0,
            await NumberAsync("document.querySelectorAll('#waiting [data-waiting]').length")
        );
    }

    [ChromiumTheory]
    [InlineData(1100, 1000, false, "console-host.png")]
    [InlineData(390, 844, true, null)]
    public async Task Host_PoolsWithMasksAndCpus_AreDrawn(int width, int height, bool isPhone, string? picture)
    {
        var document = await DocumentAsync();
        document["level"] = "enforce";
        document["host"] = JsonNode.Parse(HostJson);
        document["pools"] = JsonNode.Parse(PoolsJson);
        await using var shown = await ShownDocument.ShowAsync(document);
        await fixture.Browser.LookLikeAsync(width, height, isPhone, isDark: isPhone);
        await fixture.Browser.GoAsync(new Uri(shown.Page, "host"));

        Assert.Equal(width, await NumberAsync("document.documentElement.scrollWidth"));
        // Of the second pool two ways of each of two caches are in force, and as many were asked for.
        Assert.Equal(4, await NumberAsync("document.querySelectorAll('#ways rect.class1').length"));
        Assert.Equal(24 + 4, await NumberAsync("document.querySelectorAll('#ways rect.asked').length"));
        // It may run on four of eight CPUs; two boxes are its weight and its bandwidth.
        Assert.Equal(4 + 2, await NumberAsync("document.querySelectorAll('#cpus rect.class1').length"));
        Assert.Contains(
            "polluters\t4-7\t10 %\t40 %",
            (await fixture.Browser.EvaluateAsync("document.querySelector('#cpus').innerText")).GetString(),
            StringComparison.Ordinal
        );
        if (picture is not null)
            await KeepPictureAsync(picture);
    }

    [ChromiumTheory]
    [InlineData("effect", "Classes: how long queries ran, and what they used", "console-effect.png")]
    [InlineData("past", "Queries that run, and that are throttled", "console-past.png")]
    public async Task View_OfADay_IsDrawnAndCanBeRead(string view, string expected, string picture)
    {
        using var minutes = MadeMinutes.Of(classes: 6, days: 1);
        await using var shown = await ShownDocument.ShowAsync(await DocumentAsync(), minutes: minutes);
        foreach (var isDark in new[] { true, false })
        {
            await fixture.Browser.LookLikeAsync(1100, 1000, isPhone: false, isDark);
            await fixture.Browser.GoAsync(new Uri(shown.Page, view));

            Assert.InRange((await fixture.Browser.EvaluateAsync(Contrast.Least)).GetDouble(), 4.5, 21);
        }

        Assert.Contains(
            expected,
            (await fixture.Browser.EvaluateAsync("document.body.innerText")).GetString(),
            StringComparison.Ordinal
        );
        Assert.True(await NumberAsync("document.querySelectorAll('polyline').length") >= 5);
        Assert.Equal(1100, await NumberAsync("document.documentElement.scrollWidth"));
        await KeepPictureAsync(picture);
    }

    private async Task CheckHarmlessAsync()
    {
        Assert.StartsWith(
            "RgPolicy: ",
            (await fixture.Browser.EvaluateAsync("document.title")).GetString(),
            StringComparison.Ordinal
        );
        Assert.Equal(0, await NumberAsync("document.querySelectorAll('img, [onerror], body script, [style]').length"));
        Assert.Equal(1, await NumberAsync("document.querySelectorAll('script').length"));
    }

    private const string ChangesJson = """
        [{"time":"2026-11-24T15:04:05Z","event":"e","actor":"a","query":"q","class":"c","before":"b","after":"a","reason":"r"}]
        """;

    private const string PolicyJson = """
        {"path":"p","revision":"r","error":"e","active_states":["s"],"text":"t\nclass c -> p\n",
         "classes":[{"name":"c","pool":"p","line":2,"queries":0,"last_hour":0,"running":0}],
         "not_enforced":[{"name":"n","line":1,"reason":"r"}],
         "waiting":{"since":"2026-11-24T15:04:05Z","revision":"w","differences":["d"],"lines":["+l"]},
         "past":[{"replaced":"2026-11-24T15:04:05Z","by":"b","revision":"r","differences":["d"],"lines":["+l"]}]}
        """;

    private const string WhyJson = """
        {"schema":"s","query":"q","class":"c","line":2,"provisional":true,"pool":"p","note":"n",
         "tried":[{"class":"c","line":2,"result":"true","atoms":[{"text":"t","value_text":"v","result":"true","decides":true}]}],
         "unknown":[{"signal":"s","state":"pending"}],"settings":[{"name":"n","requested":"r","effective":"e","effect":"x","reason":"y"}],
         "allotment":{"pool":"p","number":1,"cache_notes":["c"],"masks":[{"l3":0,"before":"0xf","after":"0x3"}]},
         "plan":{"state":"known","source":"s","reason":"r","operators":[{"id":0,"name":"n","family":"scan","table":"t","work_share":1}]}}
        """;

    private const string HostJson = """
        {"cores":8,"llc_bytes":33554432,"ways":12,"caches":[{"id":0,"cpus":[0,1,2,3]},{"id":1,"cpus":[4,5,6,7]}],
         "cpu_pressure":12.5,"io_pressure":1,"memory_pressure":0,"levers":[]}
        """;

    private const string PoolsJson = """
        [{"name":"critical","number":0,"throttles":false,"settings":[],
          "allotment":{"pool":"critical","number":0,"masks":[{"l3":0,"after":"0xfff"},{"l3":1,"after":"0xfff"}]}},
         {"name":"polluters","number":1,"throttles":true,"settings":[],
          "read_back":{"cpu_share":0.1,"cpu_lever":"cgroup v2 cpu.weight=10","cache_mask":"L3:0=3;1=3","problems":[]},
          "allotment":{"pool":"polluters","number":1,"cpu_share":0.1,"cores":[4,5,6,7],"memory_bandwidth_percent":40,
           "masks":[{"l3":0,"after":"0x3"},{"l3":1,"after":"0x3"}]}}]
        """;

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
        await KeepPictureAsync(name);
    }

    private async Task KeepPictureAsync(string name)
    {
        var picture = await fixture.Browser.PictureAsync();
        if (Environment.GetEnvironmentVariable("RGPOLICY_SCREENSHOTS") is { Length: > 0 } directory)
            await File.WriteAllBytesAsync(ProductFiles.Path(directory, name), picture);
    }
}
