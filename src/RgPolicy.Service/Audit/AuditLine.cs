using System.Security.Cryptography;
using System.Text.Json;
using RgPolicy.Documents.Audit;

namespace RgPolicy.Service.Audit;

/// <summary>One entry as a line of JSON. Its last member is the SHA-256 of everything before that member, and the
/// member before holds the hash of the line before: changing, removing or inserting a line breaks the chain from there
/// on.</summary>
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
            return null;

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

/// <summary>A line's place in the chain.</summary>
/// <param name="Number">Counts from 1, over all files.</param>
/// <param name="Previous">The hash of the line before.</param>
/// <param name="Hash">Its own.</param>
internal readonly record struct AuditLink(long Number, string Previous, string Hash);

/// <summary>What checking a trail found.</summary>
/// <param name="Entries">How many lines were checked.</param>
/// <param name="First">The number of the first; above 1 when older files were taken away.</param>
/// <param name="Last">The number of the last good one; 0 without any.</param>
/// <param name="LastHash">Its hash: kept elsewhere, it proves later that nothing up to here was changed.</param>
/// <param name="Problem">Where the chain is broken and how; null when it is whole.</param>
/// <param name="HasKnown">Whether the hash that was asked for is in the chain.</param>
internal sealed record AuditCheck(long Entries, long First, long Last, string LastHash, string? Problem, bool HasKnown)
{
    /// <summary>Where the chain can go on: behind the problem where a later file does, with the gap
    /// that told of it.</summary>
    internal AuditLink End { get; init; }

    /// <summary>Whether the chain goes on behind every problem.</summary>
    internal bool GoesOn { get; init; } = true;
}

/// <summary>One change, or one decision that changed something.</summary>
/// <param name="Event">What it was.</param>
/// <param name="Actor">Who changed it: the loop, or the user that gave an order.</param>
/// <param name="Revision">The policy's revision then.</param>
internal sealed record AuditEntry(AuditEvent Event, string Actor, string Revision)
{
    /// <summary>The query that it was done for, or null.</summary>
    public string? Query { get; init; }

    /// <summary>The query's class, or null.</summary>
    public string? Class { get; init; }

    /// <summary>The process that was moved, or null; of a query and its workers the query's own.</summary>
    public int? ProcessId { get; init; }

    /// <summary>Processes that were moved with it.</summary>
    public IReadOnlyList<int> Workers { get; init; } = [];

    /// <summary>Whose session it was, and its database, or null.</summary>
    public SessionFacts? Session { get; init; }

    /// <summary>What was before: a pool, a revision; null where there was nothing.</summary>
    public string? Before { get; init; }

    /// <summary>What is now, as read back.</summary>
    public string? After { get; init; }

    public string? Reason { get; init; }
}

/// <summary>What an audit trail tells of.</summary>
internal enum AuditEvent
{
    /// <summary>The service began to govern.</summary>
    Start,

    End,

    /// <summary>A process was put into a pool or let go.</summary>
    Move,

    /// <summary>A query was cancelled.</summary>
    Cancel,

    /// <summary>A hint for later executions was set, cleared or refused.</summary>
    Hint,

    /// <summary>CPUs of a resource pool were given masks, or all were given back.</summary>
    Masks,

    /// <summary>Another revision of the policy came into force.</summary>
    Policy,

    /// <summary>A changed policy was rejected.</summary>
    Rejected,

    /// <summary>Everything was let go until it is resumed.</summary>
    Pause,

    /// <summary>The policy is enforced again.</summary>
    Resume,

    /// <summary>Entries could not be written before this one.</summary>
    Gap,
}
