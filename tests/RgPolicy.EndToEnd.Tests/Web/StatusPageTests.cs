using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Web;

/// <summary>The status page in a real browser. With RGPOLICY_SCREENSHOTS=DIR the pictures of the
/// documents are written there.</summary>
public sealed class StatusPageTests(ChromiumFixture fixture) : IClassFixture<ChromiumFixture>
{
    // Contrast as WCAG 2 defines it, of every text against the nearest background that is not transparent.
    private const string LeastContrast = """
        (() => {
          const parts = text => { const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number); return [r, g, b, a]; };
          const over = ([r, g, b, a], below) => [r, g, b].map((v, i) => v * a + below[i] * (1 - a));
          const light = rgb => rgb.map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
            .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
          const paper = matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255];
          const ground = element => element ? over(parts(getComputedStyle(element).backgroundColor), ground(element.parentElement)) : paper;
          const opacity = element => element ? getComputedStyle(element).opacity * opacity(element.parentElement) : 1;
          let least = 99;
          for (const element of document.querySelectorAll('body *')) {
            if (![...element.childNodes].some(node => node.nodeType === 3 && node.data.trim())) continue;
            const behind = ground(element), [r, g, b, alpha] = parts(getComputedStyle(element).color);
            const [x, y] = [light(over([r, g, b, alpha * opacity(element)], behind)), light(behind)];
            least = Math.min(least, (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05));
          }
          return least;
        })()
        """;

    [ChromiumTheory]
    [InlineData(390, 844, true)]
    [InlineData(1280, 900, false)]
    public async Task Page_OnAnyScreen_DoesNotScrollSideways(int width, int height, bool isPhone)
    {
        await ShowAsync(width, height, isPhone, isDark: false);

        Assert.Equal(width, (await fixture.Browser.EvaluateAsync("document.documentElement.scrollWidth")).GetInt32());
        Assert.Equal(width, (await fixture.Browser.EvaluateAsync("innerWidth")).GetInt32());
    }

    [ChromiumTheory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Page_InLightAndDark_CanBeRead(bool isDark)
    {
        await ShowAsync(1280, 900, isPhone: false, isDark);

        Assert.InRange((await fixture.Browser.EvaluateAsync(LeastContrast)).GetDouble(), 4.5, 21);
    }

    [ChromiumFact]
    public async Task Page_Structure_IsForEverybody()
    {
        await ShowAsync(1280, 900, isPhone: false, isDark: false);

        Assert.Equal("en", (await fixture.Browser.EvaluateAsync("document.documentElement.lang")).GetString());
        Assert.Equal(1, (await fixture.Browser.EvaluateAsync("document.querySelectorAll('h1').length")).GetInt32());
        Assert.Equal(1, (await fixture.Browser.EvaluateAsync("document.querySelectorAll('main').length")).GetInt32());
        Assert.Equal(
            0,
            (
                await fixture.Browser.EvaluateAsync(
                    "[...document.querySelectorAll('table')].filter(t => !t.caption || "
                        + "[...t.querySelectorAll('th')].some(h => !h.scope)).length"
                )
            ).GetInt32()
        );
        Assert.True((await fixture.Browser.EvaluateAsync("document.querySelectorAll('table').length")).GetInt32() >= 3);
        Assert.Equal(
            "Queries that were given a class, minute by minute",
            (
                await fixture.Browser.EvaluateAsync(
                    "document.getElementById(document.querySelector('svg[role=img]').getAttribute('aria-labelledby')).textContent"
                )
            ).GetString()
        );
    }

    [ChromiumFact]
    public async Task Page_Loading_AsksNobodyElseAndRaisesNoComplaint()
    {
        await ShowAsync(1280, 900, isPhone: false, isDark: false);

        Assert.NotEmpty(fixture.Browser.Requests);
        Assert.All(fixture.Browser.Requests, request => Assert.Equal(fixture.Page.Authority, request.Authority));
        Assert.DoesNotContain(
            fixture.Browser.Complaints,
            complaint => !complaint.Contains("favicon", StringComparison.Ordinal)
        );
    }

    [ChromiumFact]
    public async Task Page_Pictures_AreTakenWhereAskedFor()
    {
        await ShowAsync(1100, 900, isPhone: false, isDark: false);
        var desktop = await fixture.Browser.PictureAsync();
        await ShowAsync(390, 844, isPhone: true, isDark: true);
        var phone = await fixture.Browser.PictureAsync();

        Assert.Equal([0x89, 0x50, 0x4E, 0x47], desktop[..4]);
        Assert.Equal([0x89, 0x50, 0x4E, 0x47], phone[..4]);
        if (Environment.GetEnvironmentVariable("RGPOLICY_SCREENSHOTS") is not { Length: > 0 } directory)
            return;
        await File.WriteAllBytesAsync(ProductFiles.Path(directory, "status-page.png"), desktop);
        await File.WriteAllBytesAsync(ProductFiles.Path(directory, "status-page-phone-dark.png"), phone);
    }

    private async Task ShowAsync(int width, int height, bool isPhone, bool isDark)
    {
        await fixture.Browser.LookLikeAsync(width, height, isPhone, isDark);
        await fixture.Browser.GoAsync(fixture.Page);
    }
}
