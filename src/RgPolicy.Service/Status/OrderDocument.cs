using System.Buffers;
using System.Text.Json;
using RgPolicy.Engine.Documents;
using RgPolicy.Service.Control;
using RgPolicy.Service.Policies;

namespace RgPolicy.Service.Status;

/// <summary>What became of an order, as rgp/pause/1 and rgp/reload/1.</summary>
internal static class OrderDocument
{
    /// <summary>Whether the service is paused now.</summary>
    /// <param name="record">Who paused; null when the service is not paused.</param>
    /// <param name="path">The switch's file.</param>
    /// <param name="governed">How many processes the sidecar holds, read back; null when it does not say.</param>
    /// <param name="warning">What did not work as it should, or null.</param>
    public static byte[] Pause(PauseRecord? record, string? path, int? governed, string? warning) => Write("rgp/pause/1", json =>
    {
        json.WriteBoolean("paused", record is not null);
        WritePause(json, record);
        json.WriteString("path", path);
        json.WritePropertyName("governed_processes");
        if (governed is { } count)
        {
            json.WriteNumberValue(count);
        }
        else
        {
            json.WriteNullValue();
        }

        json.WriteString("warning", warning);
    });

    /// <summary>What a reload came to.</summary>
    public static byte[] Reload(ReloadOutcome outcome) => Write("rgp/reload/1", json =>
    {
        json.WriteString("outcome", outcome.Kind switch
        {
            ReloadOutcomeKind.Replaced => "replaced",
            ReloadOutcomeKind.Unchanged => "unchanged",
            _ => "rejected",
        });
        json.WriteString("revision", outcome.Revision);
        json.WriteString("revision_before", outcome.Before);
        json.WriteTexts("differences", outcome.Differences);
        json.WriteString("reason", outcome.Error);
    });

    /// <summary>Since when, and who.</summary>
    internal static void WritePause(Utf8JsonWriter json, PauseRecord? record)
    {
        json.WritePropertyName("since");
        if (record?.Since is { } since)
        {
            json.WriteStringValue(since.UtcDateTime);
        }
        else
        {
            json.WriteNullValue();
        }

        json.WriteString("by", record?.By);
    }

    private static byte[] Write(string schema, Action<Utf8JsonWriter> write)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer, StatusDocument.Options))
        {
            json.WriteStartObject();
            json.WriteString("schema", schema);
            write(json);
            json.WriteEndObject();
        }

        return buffer.WrittenSpan.ToArray();
    }
}
