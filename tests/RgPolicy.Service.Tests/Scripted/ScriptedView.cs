using System.Buffers;
using RgPolicy.Documents.Policy;
using RgPolicy.Documents.Status;
using RgPolicy.Service.Metrics;
using RgPolicy.Service.Status;

namespace RgPolicy.Service.Tests.Scripted;

/// <summary>A view whose documents are given.</summary>
internal sealed class ScriptedView(byte[] document) : IStatusView
{
    private int _written;

    public bool IsLasting { get; init; } = true;

    public string Line => "";

    /// <summary>How often documents were made of it.</summary>
    public int Written => Volatile.Read(ref _written);

    /// <summary>Documents wait for it; null where they wait for nothing.</summary>
    public Task? Until { get; init; }

    public StatusDocument? ToDocument() => null;

    public PolicyDocument? ToPolicy() => null;

    public void WriteStatus(IBufferWriter<byte> output)
    {
        Interlocked.Increment(ref _written);
        Until?.GetAwaiter().GetResult();
        output.Write(document);
    }

    public IReadOnlyList<MetricFamily>? ToMetrics() => null;

    public void WriteMetrics(IBufferWriter<byte> output) => WriteStatus(output);
}
