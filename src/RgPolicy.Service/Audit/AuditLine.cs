using System.Buffers;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using RgPolicy.Documents;

namespace RgPolicy.Service.Audit;

/// <summary>
/// One entry as a line of JSON. Its last member is the SHA-256 of everything before that member, and
/// the member before holds the hash of the line before: changing, removing or inserting a line breaks
/// the chain from there on.
/// </summary>
internal static class AuditLine
{
    /// <summary>What the first line names as its predecessor.</summary>
    public const string NoHash = "0000000000000000000000000000000000000000000000000000000000000000";

    private const string HashMember = ",\"hash\":\"";
    private const int HashLength = 64;
    private const int TailLength = HashLength + 2;

    /// <summary>Writes one, without its line end.</summary>
    public static (byte[] Line, string Hash) Write(AuditEntry entry, long number, DateTimeOffset time, string previous)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer, DocumentFormat.Options))
        {
            json.WriteStartObject();
            json.WriteNumber("number", number);
            json.WriteString("time", time.UtcDateTime);
            json.WriteString("event", Word(entry.Event));
            json.WriteString("actor", entry.Actor);
            json.WriteString("query", entry.Query);
            json.WriteString("class", entry.Class);
            WriteProcess(json, entry.ProcessId);
            json.WriteString("before", entry.Before);
            json.WriteString("after", entry.After);
            json.WriteString("reason", entry.Reason);
            json.WriteString("revision", entry.Revision);
            json.WriteString("previous", previous);
            json.WriteEndObject();
        }

        var unsigned = buffer.WrittenSpan[..^1];
        var hash = HashOf(unsigned);
        return ([.. unsigned, .. Encoding.ASCII.GetBytes($"{HashMember}{hash}\"}}")], hash);
    }

    /// <summary>The link that a line is in the chain; null when the line is none or its hash is not its own.</summary>
    public static AuditLink? Read(ReadOnlySpan<byte> line)
    {
        var body = line.Length - TailLength - HashMember.Length;
        if (body <= 0 || !line[body..].StartsWith(Encoding.ASCII.GetBytes(HashMember)) || !line.EndsWith("\"}"u8))
        {
            return null;
        }

        var hash = Encoding.ASCII.GetString(line[^TailLength..^2]);
        return string.Equals(hash, HashOf(line[..body]), StringComparison.Ordinal) ? ReadLink(line, hash) : null;
    }

    private static AuditLink? ReadLink(ReadOnlySpan<byte> line, string hash)
    {
        try
        {
            var reader = new Utf8JsonReader(line);
            using var document = JsonDocument.ParseValue(ref reader);
            var root = document.RootElement;
            return new AuditLink(
                root.GetProperty("number").GetInt64(),
                root.GetProperty("previous").GetString() ?? "",
                hash
            );
        }
        catch (Exception failure)
            when (failure is JsonException or KeyNotFoundException or InvalidOperationException or FormatException)
        {
            return null;
        }
    }

    /// <summary>An event as documents name it.</summary>
    public static string Word(AuditEvent kind) =>
        kind switch
        {
            AuditEvent.Start => "start",
            AuditEvent.End => "end",
            AuditEvent.Move => "move",
            AuditEvent.Cancel => "cancel",
            AuditEvent.Hint => "hint",
            AuditEvent.Masks => "masks",
            AuditEvent.Policy => "policy",
            AuditEvent.Rejected => "rejected",
            AuditEvent.Pause => "pause",
            AuditEvent.Resume => "resume",
            _ => "gap",
        };

    private static void WriteProcess(Utf8JsonWriter json, int? processId)
    {
        if (processId is { } number)
        {
            json.WriteNumber("process_id", number);
        }
        else
        {
            json.WriteNull("process_id");
        }
    }

    private static string HashOf(ReadOnlySpan<byte> bytes) =>
        Convert.ToHexString(SHA256.HashData(bytes)).ToLowerInvariant();
}
