namespace RgPolicy.EndToEnd.Tests.Web;

/// <summary>How well the texts of a page can be read.</summary>
internal static class Contrast
{
    // Contrast as WCAG 2 defines it, of every text, also in pictures and in fields, against the nearest background that
    // is not transparent.
    public const string Least = """
        (() => {
          const parts = text => { const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number); return [r, g, b, a]; };
          const over = ([r, g, b, a], below) => [r, g, b].map((v, i) => v * a + below[i] * (1 - a));
          const light = rgb => rgb.map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
            .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
          const paper = matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255];
          const ground = element => element ? over(parts(getComputedStyle(element).backgroundColor), ground(element.parentElement)) : paper;
          const opacity = element => element ? getComputedStyle(element).opacity * opacity(element.parentElement) : 1;
          const ink = element => element.placeholder ? getComputedStyle(element, '::placeholder').color
            : element.ownerSVGElement ? getComputedStyle(element).fill : getComputedStyle(element).color;
          let least = 99;
          for (const element of document.querySelectorAll('body *')) {
            if (element.localName === 'title' || element.localName === 'desc') continue;
            if (!element.placeholder && ![...element.childNodes].some(node => node.nodeType === 3 && node.data.trim())) continue;
            const behind = ground(element), [r, g, b, alpha = 1] = parts(ink(element));
            const [x, y] = [light(over([r, g, b, alpha * opacity(element)], behind)), light(behind)];
            least = Math.min(least, (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05));
          }
          return least;
        })()
        """;

    /// <summary>Measures what is shown, in light and in the dark.</summary>
    public static async Task AssertEnoughAsync(Chromium browser)
    {
        foreach (var isDark in new[] { true, false })
        {
            await browser.LookLikeAsync(1280, 900, isPhone: false, isDark);
            Assert.InRange((await browser.EvaluateAsync(Least)).GetDouble(), 4.5, 21);
        }
    }
}
