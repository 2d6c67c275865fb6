using System.Buffers;
using RgPolicy.Documents.Policy;
using RgPolicy.Documents.Status;
using RgPolicy.Service.Metrics;
using RgPolicy.Service.Status;

namespace RgPolicy.Service.Tests.Status;

/// <summary>A view of which no document can be made.</summary>
internal sealed class FaultyView : IStatusView
{
    public bool IsLasting => true;

    public string Line => "faulty";

    public StatusDocument? ToDocument() => throw new InvalidOperationException("a fault");

    public PolicyDocument? ToPolicy() => throw new InvalidOperationException("a fault");

    public void WriteStatus(IBufferWriter<byte> output) => throw new InvalidOperationException("a fault");

    public IReadOnlyList<MetricFamily>? ToMetrics() => throw new InvalidOperationException("a fault");

    public void WriteMetrics(IBufferWriter<byte> output) => throw new InvalidOperationException("a fault");
}
