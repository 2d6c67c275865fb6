using System.Text.Json;
using System.Text.Json.Serialization;

namespace RgPolicy.Host.Protocol;

/// <summary>Requests and answers as bytes.</summary>
internal static class WireCodec
{
    /// <summary>Longest message in bytes, either way.</summary>
    public const int MaxMessageBytes = 64 * 1024;

    /// <summary>Most moves in one request.</summary>
    public const int MaxMovesPerRequest = 256;

    /// <summary>A request's bytes.</summary>
    public static byte[] Encode(WireRequest request) =>
        JsonSerializer.SerializeToUtf8Bytes(request, WireRequestJson.Default.WireRequest);

    /// <summary>An answer's bytes; one that is too long is replaced by an error.</summary>
    public static byte[] Encode(WireAnswer answer)
    {
        var bytes = JsonSerializer.SerializeToUtf8Bytes(answer, WireAnswerJson.Default.WireAnswer);
        return bytes.Length <= MaxMessageBytes
            ? bytes
            : Encode(new WireAnswer { Error = "the answer is longer than a message may be" });
    }

    /// <summary>Reads a request, which may come from any program.</summary>
    /// <param name="message">The bytes.</param>
    /// <param name="problem">Why it is none, or empty.</param>
    /// <returns>The request, or null.</returns>
    public static WireRequest? DecodeRequest(ReadOnlySpan<byte> message, out string problem)
    {
        if (message.Length > MaxMessageBytes)
        {
            problem = $"the request is longer than {MaxMessageBytes} bytes";
            return null;
        }

        try
        {
            var request = JsonSerializer.Deserialize(message, WireRequestJson.Default.WireRequest);
            problem = request is null ? "the request is empty" : CheckShape(request);
            return problem.Length == 0 ? request : null;
        }
        catch (JsonException e)
        {
            problem = $"the request is not understood at byte {e.BytePositionInLine ?? 0}";
            return null;
        }
    }

    /// <summary>Reads an answer, or null when the bytes are none.</summary>
    public static WireAnswer? DecodeAnswer(ReadOnlySpan<byte> message)
    {
        try
        {
            return JsonSerializer.Deserialize(message, WireAnswerJson.Default.WireAnswer);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static string CheckShape(WireRequest request) =>
        request.Verb switch
        {
            not WireVerb.Heartbeat when request.Relaxed is not null => $"{request.Verb} takes no relaxed",
            not WireVerb.Sample when request.Sample is not null => $"{request.Verb} takes no sample",
            WireVerb.State or WireVerb.Sample or WireVerb.Heartbeat or WireVerb.Release => request.Pools is null
            && request.Moves is null
                ? string.Empty
                : $"{request.Verb} takes nothing",
            WireVerb.Configure when request.Moves is not null => "configure takes no moves",
            WireVerb.Configure => request.Pools is null || request.Pools.Any(p => p is null)
                ? "configure needs pools"
                : string.Empty,
            WireVerb.Move when request.Pools is not null => "move takes no pools",
            WireVerb.Move when request.Moves is null => "move needs moves",
            WireVerb.Move => request.Moves.Count > MaxMovesPerRequest
                ? $"more than {MaxMovesPerRequest} moves in one request"
                : string.Empty,
            _ => "unknown verb; known: state, configure, move, heartbeat, release, sample",
        };
}

// Lenient: a newer sidecar may say more than this client knows.
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UseStringEnumConverter = true,
    MaxDepth = 8
)]
[JsonSerializable(typeof(WireAnswer))]
internal sealed partial class WireAnswerJson : JsonSerializerContext;

// Strict: whatever the sidecar does not know is refused, not ignored.
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    MaxDepth = 6
)]
[JsonSerializable(typeof(WireRequest))]
internal sealed partial class WireRequestJson : JsonSerializerContext;

/// <summary>One answer as it travels.</summary>
internal sealed record WireAnswer
{
    /// <summary>Why the request was refused, for people, or null when it was carried out.</summary>
    public string? Error { get; init; }

    /// <summary>The answer to <see cref="WireVerb.State"/>.</summary>
    public SidecarState? State { get; init; }

    /// <summary>The answer to <see cref="WireVerb.Configure"/>.</summary>
    public IReadOnlyList<PoolOutcome>? Pools { get; init; }

    /// <summary>The answer to <see cref="WireVerb.Move"/>.</summary>
    public IReadOnlyList<MoveOutcome>? Moves { get; init; }

    /// <summary>The answer to <see cref="WireVerb.Sample"/>: what has been found since the last one.</summary>
    public IReadOnlyList<SampleReport>? Samples { get; init; }
}

/// <summary>One request as it travels: one message of a SOCK_SEQPACKET socket, UTF-8 JSON.</summary>
internal sealed record WireRequest
{
    /// <summary>One of <see cref="WireVerb"/>.</summary>
    public required string Verb { get; init; }

    /// <summary>The pools; with <see cref="WireVerb.Configure"/> and never else.</summary>
    public IReadOnlyList<PoolSpec>? Pools { get; init; }

    /// <summary>The moves; with <see cref="WireVerb.Move"/> and never else.</summary>
    public IReadOnlyList<MoveRequest>? Moves { get; init; }

    /// <summary>There is nothing to protect; with <see cref="WireVerb.Heartbeat"/> and never else.</summary>
    public bool? Relaxed { get; init; }

    /// <summary>What to sample; with <see cref="WireVerb.Sample"/> and never else, null to collect only.</summary>
    public SampleRequest? Sample { get; init; }
}

/// <summary>The fixed verbs of the protocol.</summary>
internal static class WireVerb
{
    /// <summary>Asks what the sidecar is; needs no lease.</summary>
    public const string State = "state";

    /// <summary>Takes the lease and sets the pools.</summary>
    public const string Configure = "configure";

    /// <summary>Moves processes.</summary>
    public const string Move = "move";

    /// <summary>Renews the lease.</summary>
    public const string Heartbeat = "heartbeat";

    /// <summary>Restores everything and gives the lease back.</summary>
    public const string Release = "release";

    /// <summary>Has a query's memory sampled, and collects what was found since the last time.</summary>
    public const string Sample = "sample";
}
