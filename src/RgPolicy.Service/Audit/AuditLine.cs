using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using RgPolicy.Documents;
using RgPolicy.Documents.Audit;

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
        var document = new AuditDocument(
            number,
            time.UtcDateTime,
            Word(entry.Event),
            entry.Actor,
            entry.Query,
            entry.Class,
            entry.ProcessId,
            entry.Workers.Count > 0 ? entry.Workers : null,
            entry.Session?.Login,
            entry.Session?.Database,
            entry.Before,
            entry.After,
            entry.Reason,
            entry.Revision,
            previous
        );
        var unsigned = DocumentFormat.ToBytes(document, DocumentFormat.Audit).AsSpan()[..^1];
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
            return JsonSerializer.Deserialize(line, DocumentFormat.Audit) is { Number: { } number } entry
                ? new AuditLink(number, entry.Previous ?? "", hash)
                : null;
        }
        catch (JsonException)
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

    private static string HashOf(ReadOnlySpan<byte> bytes) =>
        Convert.ToHexString(SHA256.HashData(bytes)).ToLowerInvariant();
}
