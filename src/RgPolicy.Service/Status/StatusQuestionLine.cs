using System.Buffers;
using System.Collections.Immutable;
using System.Text.Json;

namespace RgPolicy.Service.Status;

/// <summary>
/// A question as one line of JSON: <c>{"ask":"status"}</c>, <c>{"ask":"why","process_id":1}</c>, <c>{"ask":"why","query":"1-2"}</c>,
/// <c>{"ask":"metrics"}</c>, <c>{"ask":"pause"}</c>, <c>{"ask":"resume"}</c>, <c>{"ask":"reload"}</c>, <c>{"ask":"reload_previous"}</c>.
/// </summary>
internal static class StatusQuestionLine
{
    private const int Longest = 4096;

    private static readonly ImmutableArray<(string Word, StatusQuestionKind Kind)> Words =
    [
        ("status", StatusQuestionKind.Status), ("why", StatusQuestionKind.Why), ("metrics", StatusQuestionKind.Metrics), ("pause", StatusQuestionKind.Pause),
        ("resume", StatusQuestionKind.Resume), ("reload", StatusQuestionKind.Reload),
        ("reload_previous", StatusQuestionKind.ReloadPrevious),
    ];

    public static byte[] Write(StatusQuestion question)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer))
        {
            json.WriteStartObject();
            json.WriteString("ask", Words.First(each => each.Kind == question.Kind).Word);
            if (question.ProcessId is { } processId)
            {
                json.WriteNumber("process_id", processId);
            }

            if (question.QueryId is { } query)
            {
                json.WriteString("query", query);
            }

            json.WriteEndObject();
        }

        buffer.Write("\n"u8);
        return buffer.WrittenSpan.ToArray();
    }

    /// <summary>One line without its end; empty when it is too long or never ends.</summary>
    public static async Task<byte[]> ReadAsync(Stream stream, CancellationToken cancellationToken)
    {
        var line = new byte[Longest];
        var length = 0;
        while (length < line.Length)
        {
            var read = await stream.ReadAsync(line.AsMemory(length), cancellationToken);
            if (read == 0)
            {
                break;
            }

            length += read;
            var end = line.AsSpan(0, length).IndexOf((byte)'\n');
            if (end >= 0)
            {
                return line[..end];
            }
        }

        return [];
    }

    /// <summary>The question; null when the line is none.</summary>
    public static StatusQuestion? Parse(byte[] line)
    {
        try
        {
            using var document = JsonDocument.Parse(line, new JsonDocumentOptions { MaxDepth = 4 });
            var root = document.RootElement;
            return root.ValueKind == JsonValueKind.Object && root.TryGetProperty("ask", out var ask)
                ? Read(root, ask)
                : null;
        }
        catch (Exception failure) when (failure is JsonException or InvalidOperationException)
        {
            // The second is the reader's answer to text that is not UTF-8.
            return null;
        }
    }

    private static StatusQuestion? Read(JsonElement root, JsonElement ask)
    {
        int? processId = root.TryGetProperty("process_id", out var number)
            && number.ValueKind == JsonValueKind.Number && number.TryGetInt32(out var value) ? value : null;
        var query = root.TryGetProperty("query", out var text) && text.ValueKind == JsonValueKind.String
            ? text.GetString()
            : null;
        var word = ask.ValueKind == JsonValueKind.String ? ask.GetString() : null;
        var known = Words.FirstOrDefault(each => string.Equals(each.Word, word, StringComparison.Ordinal));
        return known switch
        {
            { Word: null } => null,
            { Kind: StatusQuestionKind.Why } => processId is null && query is null
                ? null
                : new StatusQuestion(StatusQuestionKind.Why, processId, query),
            _ => new StatusQuestion(known.Kind),
        };
    }
}
