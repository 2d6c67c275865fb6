using System.Buffers;
using System.Text.Json;
using RgPolicy.Service.Status;

namespace RgPolicy.Service.Hosting;

/// <summary>What is shown, and answered to every question, while a target's loop cannot begin.</summary>
/// <param name="problem">Why not.</param>
internal sealed class WaitingDocument(string problem) : IStatusView
{
    public bool IsLasting => true;

    public string Line => problem;

    public static WaitingDocument Of(string target, string problem) => new($"The target {target} is not governed, and tried again: {problem}");

    public void WriteStatus(IBufferWriter<byte> output, bool withSettings)
    {
        using var json = new Utf8JsonWriter(output, StatusDocument.Options);
        json.WriteStartObject();
        json.WriteString("error", problem);
        json.WriteEndObject();
    }

    public void WriteMetrics(IBufferWriter<byte> output) => WriteStatus(output, withSettings: false);

    public byte[] ToBytes()
    {
        var buffer = new ArrayBufferWriter<byte>();
        WriteStatus(buffer, withSettings: false);
        return buffer.WrittenSpan.ToArray();
    }
}
