using System.Text.Json;

namespace RgPolicy.Host.Protocol;

/// <summary>Requests and answers as bytes.</summary>
public static class WireCodec
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
