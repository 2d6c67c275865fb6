using System.Buffers;
using System.Text.Json;
using RgPolicy.Service.Status;

namespace RgPolicy.Service.Hosting;

/// <summary>The answer to every question while a target's loop cannot begin.</summary>
internal static class WaitingDocument
{
    public static byte[] Write(string target, string problem)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer, StatusDocument.Options))
        {
            json.WriteStartObject();
            json.WriteString("error", $"The target {target} is not governed, and tried again: {problem}");
            json.WriteEndObject();
        }

        return buffer.WrittenSpan.ToArray();
    }
}
