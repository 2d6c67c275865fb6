using System.Buffers;
using System.Text.Json;
using System.Text.Json.Nodes;
using Microsoft.Extensions.Logging.Abstractions;
using RgPolicy.Documents;
using RgPolicy.Documents.Policy;
using RgPolicy.Documents.Status;
using RgPolicy.Service.Metrics;
using RgPolicy.Service.Minutes;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Status.Answers;
using RgPolicy.Service.Web;

namespace RgPolicy.EndToEnd.Tests.Web;

/// <summary>The pages of documents that a test makes.</summary>
internal sealed class ShownDocument : IAsyncDisposable
{
    private readonly StatusSite _site;
    private readonly CancellationTokenSource _ending = new();
    private readonly Task _answering;
    private readonly Task _beating;

    private ShownDocument(StatusSite site, StatusBroker broker, LoopAnswer why, IStatusView? beat) =>
        (_site, _answering, _beating) = (
            site,
            AnswerAsync(broker, why, _ending.Token),
            beat is null ? Task.CompletedTask : BeatAsync(broker, beat, _ending.Token)
        );

    public Uri Page => _site.Address;

    public static async Task<ShownDocument> ShowAsync(
        JsonNode document,
        JsonNode? policy = null,
        JsonNode? why = null,
        MinuteStore? minutes = null,
        bool hasLoop = false,
        params string[] targets
    )
    {
        var broker = new StatusBroker();
        var view = new View(
            document.Deserialize(DocumentFormat.Status) ?? throw new ArgumentException("no object", nameof(document)),
            policy?.Deserialize(DocumentFormat.Policy)
        );
        broker.Show(view);
        var site = await StatusSite.StartAsync(
            ListenAddress.Parse("0")!,
            targets.Length == 0
                ? [new SiteTarget("", broker)]
                : [.. targets.Select(each => new SiteTarget(each, broker))],
            TimeProvider.System,
            NullLogger.Instance,
            minutes is null ? null : new Dictionary<string, MinuteStore>(StringComparer.Ordinal) { [""] = minutes }
        );
        return new ShownDocument(
            site ?? throw new InvalidOperationException("not served"),
            broker,
            Answer(why),
            hasLoop ? view : null
        );
    }

    private static LoopAnswer Answer(JsonNode? why) =>
        why?["error"] is null && why?.Deserialize(DocumentFormat.Why) is { } answer
            ? LoopAnswer.Of(answer, DocumentFormat.Why)
            : LoopAnswer.Error(why?["error"]?.GetValue<string>());

    public async ValueTask DisposeAsync()
    {
        await _site.DisposeAsync();
        await _ending.CancelAsync();
        await _answering;
        await _beating;
        _ending.Dispose();
    }

    private static async Task AnswerAsync(StatusBroker broker, LoopAnswer why, CancellationToken cancellationToken)
    {
        var over = Task.Delay(Timeout.Infinite, cancellationToken);
        while (await Task.WhenAny(broker.WaitAsync(), over) != over)
        {
            await broker.AnswerAsync(
                (_, answer) =>
                {
                    answer(why);
                    return Task.CompletedTask;
                }
            );
        }
    }

    // As a loop that polls ten times in a second, each time for 20 ms, and shows what there is after every second poll:
    // each page is made anew.
    private static async Task BeatAsync(StatusBroker broker, IStatusView view, CancellationToken cancellationToken)
    {
        for (var turn = 0; !cancellationToken.IsCancellationRequested; turn++)
        {
            broker.Rest.End();
            await Task.Delay(20, CancellationToken.None);
            if (turn % 2 == 0)
                broker.Show(view);
            broker.Rest.Begin(TimeSpan.FromMilliseconds(80));
            await Task.Delay(80, CancellationToken.None);
        }
    }

    private sealed class View(StatusDocument document, PolicyDocument? policy) : IStatusView
    {
        public bool IsLasting => true;

        public string Line => "";

        public StatusDocument ToDocument() => document;

        public PolicyDocument? ToPolicy() => policy;

        public void WriteStatus(IBufferWriter<byte> output) =>
            DocumentFormat.Write(output, document, DocumentFormat.Status);

        public IReadOnlyList<MetricFamily>? ToMetrics() => null;

        public void WriteMetrics(IBufferWriter<byte> output) => WriteStatus(output);
    }
}
