using System.Buffers;
using RgPolicy.Documents;
using RgPolicy.Documents.Orders;
using RgPolicy.Documents.Policy;
using RgPolicy.Documents.Status;
using RgPolicy.Service.Metrics;
using RgPolicy.Service.Status;
using RgPolicy.Service.Status.Answers;

namespace RgPolicy.Service.Hosting;

/// <summary>What is shown, and answered to every question, while a target's loop cannot begin.</summary>
/// <param name="problem">Why not.</param>
internal sealed class WaitingDocument(string problem) : IStatusView
{
    public bool IsLasting => true;

    public string Line => problem;

    public static WaitingDocument Of(string target, string problem) =>
        new($"The target {target} is not governed, and tried again: {problem}");

    public StatusDocument? ToDocument() => null;

    public PolicyDocument? ToPolicy() => null;

    public void WriteStatus(IBufferWriter<byte> output) =>
        DocumentFormat.Write(output, new ErrorDocument(problem), DocumentFormat.Error);

    public IReadOnlyList<MetricFamily>? ToMetrics() => null;

    public void WriteMetrics(IBufferWriter<byte> output) => WriteStatus(output);

    public LoopAnswer ToAnswer() => LoopAnswer.Error(problem);
}
