using System.Buffers;
using RgPolicy.Documents.Policy;
using RgPolicy.Documents.Status;
using RgPolicy.Service.Metrics;

namespace RgPolicy.Service.Status;

/// <summary>What can be told of a target at one moment. It never changes, so that any thread may read it beside the
/// loop.</summary>
internal interface IStatusView
{
    /// <summary>Whether it is true until another one is shown, and not only while the loop shows one
    /// after the other.</summary>
    bool IsLasting { get; }

    /// <summary>In one line, for a list of targets.</summary>
    string Line { get; }

    /// <summary>All of it; null where there is no more than the line, because the loop cannot begin.</summary>
    StatusDocument? ToDocument();

    /// <summary>The policy in force and its use; null where the loop cannot begin.</summary>
    PolicyDocument? ToPolicy();

    /// <summary>Writes <c>rgp/status/1</c>.</summary>
    void WriteStatus(IBufferWriter<byte> output);

    /// <summary>Its figures; null where the loop cannot begin.</summary>
    IReadOnlyList<MetricFamily>? ToMetrics();

    /// <summary>Writes its figures in the Prometheus text format.</summary>
    void WriteMetrics(IBufferWriter<byte> output);
}
