namespace RgPolicy.EndToEnd.Tests.Web;

/// <summary>Orders of the console, given in a real browser.</summary>
public sealed class OrdersDialogTests(ChromiumFixture fixture) : IClassFixture<ChromiumFixture>
{
    [ChromiumFact]
    public async Task Orders_OfTheDialog_NeedTheTokenAndPauseAndResume()
    {
        await ShowAsync("");
        await fixture.Browser.ClickAsync("#orders");
        await fixture.Browser.UntilAsync("document.querySelector('dialog[open]')");
        await Contrast.AssertEnoughAsync(fixture.Browser);

        await OrderAsync("pause", "a forged token of some length", "Refused: This is not the token.");
        try
        {
            await OrderAsync("pause", ChromiumFixture.Token, "Paused; ");
            await fixture.Browser.UntilAsync(
                "document.getElementById('alarms').textContent.includes('Paused by console at ')"
            );
        }
        finally
        {
            await OrderAsync("resume", ChromiumFixture.Token, "Not paused.");
        }

        async Task OrderAsync(string order, string token, string wanted)
        {
            await fixture.Browser.EvaluateAsync($"document.getElementById('token').value = '{token}'");
            await fixture.Browser.ClickAsync($"[data-order={order}]");
            await fixture.Browser.UntilAsync(
                $"document.querySelector('dialog [role=status]').textContent.startsWith('{wanted}')"
            );
        }
    }

    [ChromiumFact]
    public async Task Orders_RevisionThatWaits_IsTheOneThatIsApproved()
    {
        await ShowAsync("policy");
        await fixture.Browser.PressAsync("h");
        await fixture.Browser.EvaluateAsync(
            """(document.querySelector('main').insertAdjacentHTML('beforeend', '<p data-waiting="4711">'), true)"""
        );
        await fixture.Browser.ClickAsync("#orders");
        await fixture.Browser.EvaluateAsync($"document.getElementById('token').value = '{ChromiumFixture.Token}'");
        await fixture.Browser.ClickAsync("[data-order='approve/4711']");

        await fixture.Browser.UntilAsync(
            "document.querySelector('dialog [role=status]').textContent.includes('no policy waits to be approved')"
        );
    }

    [ChromiumFact]
    public async Task Orders_AnswerWithHostileText_IsShownAsPagesShowIt()
    {
        await ShowAsync("");
        await fixture.Browser.EvaluateAsync(
            """(window.fetch = async () => new Response(JSON.stringify({ error: '<b>\u202e\u0007' })), true)"""
        );
        await fixture.Browser.ClickAsync("#orders");
        await fixture.Browser.ClickAsync("[data-order=pause]");

        await fixture.Browser.UntilAsync(
            """document.querySelector('dialog [role=status]').textContent === 'Refused: <b>\\u202e\\u0007'"""
        );
    }

    private async Task ShowAsync(string view)
    {
        await fixture.Browser.LookLikeAsync(1280, 900, isPhone: false, isDark: false);
        await fixture.Browser.GoAsync(new Uri(fixture.Page, view));
    }
}
