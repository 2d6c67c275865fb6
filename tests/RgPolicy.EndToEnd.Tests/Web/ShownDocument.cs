using System.Text;
using System.Text.Json.Nodes;
using Microsoft.Extensions.Logging.Abstractions;
using RgPolicy.Service.Status;
using RgPolicy.Service.Web;

namespace RgPolicy.EndToEnd.Tests.Web;

/// <summary>The page of a status document that a test makes.</summary>
internal sealed class ShownDocument : IAsyncDisposable
{
    private readonly StatusSite _site;
    private readonly Task _answering;
    private readonly CancellationTokenSource _ending = new();

    private ShownDocument(StatusSite site, StatusDesk desk, byte[] document)
    {
        _site = site;
        _answering = AnswerAsync(desk, document);
    }

    public Uri Page => _site.Address;

    public static async Task<ShownDocument> ShowAsync(JsonNode document)
    {
        var desk = new StatusDesk();
        var site = await StatusSite.TryStartAsync(
            ListenAddress.Parse("0")!, [new SiteTarget("", desk)], TimeProvider.System, NullLogger.Instance);
        return new ShownDocument(site ?? throw new InvalidOperationException("not served"), desk, Encoding.UTF8.GetBytes(document.ToJsonString()));
    }

    public async ValueTask DisposeAsync()
    {
        await _ending.CancelAsync();
        await _answering;
        await _site.DisposeAsync();
        _ending.Dispose();
    }

    private async Task AnswerAsync(StatusDesk desk, byte[] document)
    {
        while (!_ending.IsCancellationRequested)
        {
            await Task.WhenAny(desk.WaitAsync(), Task.Delay(Timeout.Infinite, _ending.Token));
            await desk.AnswerAsync((_, answer) =>
            {
                answer(document);
                return Task.CompletedTask;
            });
        }
    }
}
