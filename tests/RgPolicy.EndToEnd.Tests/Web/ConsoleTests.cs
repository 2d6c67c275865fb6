using System.Text.Json;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Web;

/// <summary>The console in a real browser. With RGPOLICY_SCREENSHOTS=DIR the pictures of the documents are written
/// there.</summary>
public sealed class ConsoleTests(ChromiumFixture fixture) : IClassFixture<ChromiumFixture>
{
    public static TheoryData<string> Views => ["", "effect", "policy", "host", "past", "audit", "why"];

    [ChromiumTheory]
    [MemberData(nameof(Views))]
    public async Task View_OnAnyScreen_DoesNotScrollSideways(string view)
    {
        foreach (var (width, height, isPhone) in new[] { (390, 844, true), (1280, 900, false) })
        {
            await ShowAsync(view, width, height, isPhone);

            Assert.Equal(width, await NumberAsync("document.documentElement.scrollWidth"));
            Assert.Equal(width, await NumberAsync("innerWidth"));
        }
    }

    [ChromiumTheory]
    [MemberData(nameof(Views))]
    public async Task View_InLightAndDark_CanBeRead(string view)
    {
        foreach (var isDark in new[] { false, true })
        {
            await ShowAsync(view, 1280, 900, isDark: isDark);

            Assert.InRange((await fixture.Browser.EvaluateAsync(Contrast.Least)).GetDouble(), 4.5, 21);
        }
    }

    [ChromiumTheory]
    [MemberData(nameof(Views))]
    public async Task View_Structure_IsForEverybody(string view)
    {
        await ShowAsync(view, 1280, 900);

        Assert.Equal("en", (await fixture.Browser.EvaluateAsync("document.documentElement.lang")).GetString());
        Assert.Equal(1, await NumberAsync("document.querySelectorAll('h1').length"));
        Assert.Equal(1, await NumberAsync("document.querySelectorAll('main').length"));
        Assert.Equal(1, await NumberAsync("document.querySelectorAll('nav[aria-label]').length"));
        Assert.Equal(2, await NumberAsync("document.querySelectorAll('header #keys, header #orders').length"));
        Assert.Equal(
            "To the contents",
            (await fixture.Browser.EvaluateAsync("document.links[0].textContent")).GetString()
        );
        Assert.Equal(
            0,
            await NumberAsync(
                "[...document.querySelectorAll('table')].filter(t => !t.caption || "
                    + "[...t.querySelectorAll('th')].some(h => !h.scope)).length"
            )
        );
        Assert.Equal(
            0,
            await NumberAsync(
                "[...document.querySelectorAll('svg[role=img]')].filter(s => "
                    + "!document.getElementById(s.getAttribute('aria-labelledby')).textContent).length"
            )
        );
    }

    [ChromiumTheory]
    [MemberData(nameof(Views))]
    public async Task View_Loading_AsksNobodyElseAndRaisesNoComplaint(string view)
    {
        await ShowAsync(view, 1280, 900);

        Assert.NotEmpty(fixture.Browser.Requests);
        Assert.All(fixture.Browser.Requests, request => Assert.Equal(fixture.Page.Authority, request.Authority));
        Assert.DoesNotContain(
            fixture.Browser.Complaints,
            complaint => !complaint.Contains("favicon", StringComparison.Ordinal)
        );
    }

    [ChromiumFact]
    public async Task Now_WhileQueriesRun_IsExchangedAndNotLoadedAnew()
    {
        await ShowAsync("", 1280, 900);
        await fixture.Browser.EvaluateAsync(
            "window.kept = true; window.before = document.querySelector('#queries').textContent; true"
        );
        await fixture.Browser.EvaluateAsync("document.getElementById('filter').focus(); true");
        await fixture.Browser.UntilAsync("document.querySelector('#queries').textContent !== window.before");

        Assert.True((await fixture.Browser.EvaluateAsync("window.kept")).GetBoolean());
        Assert.Equal("filter", (await fixture.Browser.EvaluateAsync("document.activeElement.id")).GetString());
        Assert.Equal(
            "Live",
            (await fixture.Browser.EvaluateAsync("document.getElementById('live').textContent")).GetString()
        );
    }

    [ChromiumFact]
    public async Task Now_Keys_HoldChooseSortFilterAndLeadToWhy()
    {
        await ShowAsync("", 1280, 900);
        await fixture.Browser.UntilAsync("document.querySelectorAll('#queries tbody tr').length > 1");
        await fixture.Browser.PressAsync("h");
        await fixture.Browser.UntilAsync("document.getElementById('live').textContent.startsWith('Held')");
        await fixture.Browser.PressAsync("s");

        Assert.Equal(
            "descending",
            (
                await fixture.Browser.EvaluateAsync("document.querySelector('#queries th').getAttribute('aria-sort')")
            ).GetString()
        );
        Assert.True(
            (
                await fixture.Browser.EvaluateAsync(
                    "(p => p.every((v, i) => i === 0 || p[i - 1] >= v))"
                        + "([...document.querySelectorAll('#queries tbody tr')].map(r => "
                        + "Number(r.cells[0].textContent)))"
                )
            ).GetBoolean()
        );
        await fixture.Browser.PressAsync("/");
        foreach (
            var key in (
                await fixture.Browser.EvaluateAsync("document.querySelector('#queries tbody tr').cells[0].textContent")
            ).GetString()!
        )
            await fixture.Browser.PressAsync(key.ToString());

        await fixture.Browser.UntilAsync("document.querySelectorAll('#queries tbody tr:not([hidden])').length === 1");
        await fixture.Browser.PressAsync("Escape");
        await fixture.Browser.PressAsync("j");
        var chosen = (
            await fixture.Browser.EvaluateAsync("document.querySelector('tr.chosen').dataset.key")
        ).GetString();
        await fixture.Browser.PressAsync("Enter");
        await fixture.Browser.UntilAsync(
            $"location.pathname === '/why/{chosen}' && document.readyState === 'complete'"
        );

        Assert.Equal(
            "Why query " + chosen,
            (await fixture.Browser.EvaluateAsync("document.querySelector('h1').textContent")).GetString()
        );
    }

    [ChromiumFact]
    public async Task Keys_TurnedOff_DoNothingUntilTheyAreTurnedOn()
    {
        await ShowAsync("", 1280, 900);
        await fixture.Browser.PressAsync("?");
        await fixture.Browser.UntilAsync("document.querySelector('dialog[open]')");
        await Contrast.AssertEnoughAsync(fixture.Browser);
        await fixture.Browser.ClickAsync("dialog button");
        // The browser remembers it.
        await ShowAsync("", 1280, 900);
        try
        {
            await fixture.Browser.PressAsync("2");
            await fixture.Browser.PressAsync("h");
            await fixture.Browser.UntilAsync("document.getElementById('live').textContent === 'Live'");
            Assert.Equal("/", (await fixture.Browser.EvaluateAsync("location.pathname")).GetString());
        }
        finally
        {
            await fixture.Browser.ClickAsync("#keys");
            await fixture.Browser.ClickAsync("dialog button");
        }

        await fixture.Browser.PressAsync("2");
        await fixture.Browser.UntilAsync("location.pathname === '/effect' && document.readyState === 'complete'");
        await fixture.Browser.PressAsync("1");
        await fixture.Browser.UntilAsync("location.pathname === '/' && document.readyState === 'complete'");
    }

    [ChromiumFact]
    public async Task Now_Keys_GoDownAndUpAndToWhy()
    {
        // Held while there are two, for what is shown changes meanwhile.
        do
        {
            await ShowAsync("", 1280, 900);
            await fixture.Browser.UntilAsync("document.querySelectorAll('#queries tbody tr').length > 1");
            await fixture.Browser.PressAsync("h");
        } while (await NumberAsync("document.querySelectorAll('#queries tbody tr').length") < 2);
        await fixture.Browser.PressAsync("j");
        var first = await ChosenAsync();
        await fixture.Browser.PressAsync("j");
        Assert.False(string.Equals(first, await ChosenAsync(), StringComparison.Ordinal));
        await fixture.Browser.PressAsync("k");
        Assert.Equal(first, await ChosenAsync());
        await fixture.Browser.PressAsync("w");
        await fixture.Browser.UntilAsync($"location.pathname === '/why/{first}'");

        async Task<string?> ChosenAsync() =>
            (await fixture.Browser.EvaluateAsync("document.querySelector('tr.chosen').dataset.key")).GetString();
    }

    [ChromiumTheory]
    [MemberData(nameof(Views))]
    public async Task View_OnPaper_HasContentsOnly(string view)
    {
        await ShowAsync(view, 800, 900, isDark: true);
        await fixture.Browser.PrintAsync(isDark: true);

        Assert.Equal(
            0,
            await NumberAsync(
                "[...document.querySelectorAll('nav, .tools, header button')].filter(e => "
                    + "e.getClientRects().length).length"
            )
        );
        Assert.True(await NumberAsync("document.querySelector('main').innerText.length") > 50);
        Assert.Equal(
            "static",
            (
                await fixture.Browser.EvaluateAsync("getComputedStyle(document.querySelector('header')).position")
            ).GetString()
        );
        // Nobody prints on dark paper.
        Assert.Equal(
            "rgb(29, 29, 32)",
            (await fixture.Browser.EvaluateAsync("getComputedStyle(document.querySelector('main')).color")).GetString()
        );
    }

    [ChromiumFact]
    public async Task Now_TextSelectedOrTabNotSeen_IsLeftAsItIsUntilThatEnds()
    {
        await ShowAsync("", 1280, 900);
        await fixture.Browser.EvaluateAsync(
            """
            (() => {
              window.asked = 0;
              const real = window.fetch;
              window.fetch = (...what) => { window.asked++; return real(...what); };
              window.look = () => document.dispatchEvent(new Event('visibilitychange'));
              return true;
            })()
            """
        );
        await StandsStillAsync(
            "getSelection().selectAllChildren(document.querySelector('caption'))",
            "getSelection().removeAllRanges()"
        );
        await StandsStillAsync(
            "Object.defineProperty(document, 'hidden', { value: true, configurable: true })",
            "delete document.hidden"
        );
        await ShowAsync("", 1280, 900);
        // Text that is selected while an answer is on its way.
        await fixture.Browser.EvaluateAsync(
            """
            (() => {
              const real = window.fetch;
              document.querySelectorAll('main > section[id]').forEach(each => each.source = '');
              window.fetch = async (...what) => {
                const answer = await real(...what);
                const text = await answer.text();
                getSelection().selectAllChildren(document.querySelector('#queries caption'));
                // What the script does with the text comes before what is set for later.
                return { ok: answer.ok, text: async () => { setTimeout(() => window.read = true); return text; } };
              };
              return true;
            })()
            """
        );
        await fixture.Browser.UntilAsync("window.read");
        Assert.False((await fixture.Browser.EvaluateAsync("getSelection().isCollapsed")).GetBoolean());

        async Task StandsStillAsync(string begin, string end)
        {
            // What is on its way already does not count.
            Assert.Equal(
                0,
                await NumberAsync($"({begin}, window.asked = 0, window.look(), window.look(), window.asked)")
            );
            Assert.Equal(1, await NumberAsync($"({end}, window.asked = 0, window.look(), window.asked)"));
        }
    }

    [ChromiumFact]
    public async Task Now_WithoutScripts_ReadsItselfAgain()
    {
        await fixture.Browser.RunScriptsAsync(isAllowed: false);
        try
        {
            await ShowAsync("", 1280, 900);
            var first = (await fixture.Browser.EvaluateAsync("performance.timeOrigin")).GetDouble();
            await fixture.Browser.UntilAsync(
                string.Create(CultureInfo.InvariantCulture, $"performance.timeOrigin > {first}")
            );
            await fixture.Browser.UntilAsync("document.querySelectorAll('#queries tbody tr').length > 0");
        }
        finally
        {
            await fixture.Browser.RunScriptsAsync(isAllowed: true);
        }
    }

    [ChromiumFact]
    public async Task View_Pictures_AreTakenWhereAskedFor()
    {
        foreach (var view in new[] { "", "policy", "why" })
        {
            await ShowAsync(view, 1100, 900);
            await KeepAsync($"console-{(view.Length == 0 ? "now" : view)}.png");
        }

        await ShowAsync("", 390, 844, isPhone: true, isDark: true);
        await KeepAsync("console-now-phone-dark.png");
    }

    private async Task KeepAsync(string name)
    {
        var picture = await fixture.Browser.PictureAsync();

        Assert.Equal([0x89, 0x50, 0x4E, 0x47], picture[..4]);
        if (Environment.GetEnvironmentVariable("RGPOLICY_SCREENSHOTS") is { Length: > 0 } directory)
            await File.WriteAllBytesAsync(ProductFiles.Path(directory, name), picture);
    }

    private async Task<int> NumberAsync(string expression) =>
        (await fixture.Browser.EvaluateAsync(expression)).GetInt32();

    private async Task ShowAsync(string view, int width, int height, bool isPhone = false, bool isDark = false)
    {
        await fixture.Browser.LookLikeAsync(width, height, isPhone, isDark);
        if (view != "why")
        {
            await fixture.Browser.GoAsync(new Uri(fixture.Page, view));
            return;
        }

        do
        {
            await fixture.Browser.GoAsync(new Uri(fixture.Page, "/why/" + await AnyQueryAsync()));
        } while (await NumberAsync("document.querySelectorAll('.plan li').length") == 0);
    }

    /// <summary>One that has a plan with several operators, which may have ended when it is looked at.</summary>
    private async Task<string> AnyQueryAsync()
    {
        using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
        while (true)
        {
            using var status = JsonDocument.Parse(await client.GetStringAsync(new Uri(fixture.Page, "/api/v1/status")));
            var joins = status
                .RootElement.GetProperty("queries")
                .EnumerateArray()
                .Where(query => query.GetProperty("class").GetString()!.Contains("join", StringComparison.Ordinal))
                .ToList();
            if (joins.Count > 0)
                return joins[0].GetProperty("id").GetString()!;
            await Task.Delay(100);
        }
    }
}
