using System.Buffers;
using System.Text.Json;
using System.Text.Json.Nodes;
using Microsoft.Extensions.Logging.Abstractions;
using RgPolicy.Documents;
using RgPolicy.Documents.Status;
using RgPolicy.Service.Metrics;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Web;

namespace RgPolicy.EndToEnd.Tests.Web;

/// <summary>The page of a status document that a test makes.</summary>
internal sealed class ShownDocument : IAsyncDisposable
{
    private readonly StatusSite _site;

    private ShownDocument(StatusSite site) => _site = site;

    public Uri Page => _site.Address;

    public static async Task<ShownDocument> ShowAsync(JsonNode document)
    {
        var broker = new StatusBroker();
        broker.Show(
            new View(
                document.Deserialize(DocumentFormat.Status)
                    ?? throw new ArgumentException("no object", nameof(document))
            )
        );
        var site = await StatusSite.TryStartAsync(
            ListenAddress.Parse("0")!,
            [new SiteTarget("", broker)],
            TimeProvider.System,
            NullLogger.Instance
        );
        return new ShownDocument(site ?? throw new InvalidOperationException("not served"));
    }

    public ValueTask DisposeAsync() => _site.DisposeAsync();

    private sealed class View(StatusDocument document) : IStatusView
    {
        public bool IsLasting => true;

        public string Line => "";

        public StatusDocument ToDocument() => document;

        public void WriteStatus(IBufferWriter<byte> output) =>
            DocumentFormat.Write(output, document, DocumentFormat.Status);

        public IReadOnlyList<MetricFamily>? ToMetrics() => null;

        public void WriteMetrics(IBufferWriter<byte> output) => WriteStatus(output);
    }
}
