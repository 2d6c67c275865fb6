using System.Text;
using System.Text.Json;

namespace RgPolicy.Plans.Documents;

/// <summary>Reads one JSON value into a tree without recursion; keeps what was read when the text stops or breaks.</summary>
internal static class JsonTreeReader
{
    /// <summary>Two levels per operator: a plan of 2,000 nested operators is read, more is refused.</summary>
    internal const int MaximumDepth = 4096;

    private const int MaximumValues = 4_000_000;

    /// <summary>The value that begins at <paramref name="offset"/>.</summary>
    public static JsonPart Read(ReadOnlySpan<byte> utf8, int offset)
    {
        var state = new JsonReaderState(
            new() { AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip, MaxDepth = MaximumDepth + 2 });
        var reader = new Utf8JsonReader(utf8[offset..], isFinalBlock: false, state);
        var open = new Stack<JsonValue>();
        JsonValue? root = null;
        string? name = null;
        var end = JsonEnd.Complete;
        try
        {
            end = Fill(ref reader, open, ref root, ref name);
        }
        catch (JsonException)
        {
            end = JsonEnd.Malformed;
        }
        catch (InvalidOperationException)
        {
            // A string whose escapes do not form valid UTF-16.
            end = JsonEnd.Malformed;
        }

        return new(root, end, offset + (int)reader.BytesConsumed);
    }

    private static JsonEnd Fill(
        ref Utf8JsonReader reader, Stack<JsonValue> open, ref JsonValue? root, ref string? name)
    {
        var values = 0;
        while (reader.Read())
        {
            if (reader.TokenType == JsonTokenType.PropertyName)
            {
                name = TextOf(ref reader);
                continue;
            }

            if (reader.TokenType is JsonTokenType.EndArray or JsonTokenType.EndObject)
            {
                open.Pop();
            }
            else
            {
                var value = ValueOf(ref reader);
                Attach(open, value, name);
                root ??= value;
                name = null;
                if (value.Kind is JsonKind.Array or JsonKind.Object)
                    open.Push(value);
                if (open.Count > MaximumDepth)
                    return JsonEnd.TooDeep;
                if (++values > MaximumValues)
                    return JsonEnd.TooLarge;
            }

            if (open.Count == 0)
                return JsonEnd.Complete;
        }

        return JsonEnd.Truncated;
    }

    private static void Attach(Stack<JsonValue> open, JsonValue value, string? name)
    {
        if (!open.TryPeek(out var parent))
            return;
        if (parent.Kind == JsonKind.Array)
            parent.AddItem(value);
        else
            parent.AddMember(name ?? "", value);
    }

    private static JsonValue ValueOf(ref Utf8JsonReader reader) => reader.TokenType switch
    {
        JsonTokenType.StartArray => new(JsonKind.Array),
        JsonTokenType.StartObject => new(JsonKind.Object),
        JsonTokenType.String => new(JsonKind.Text, TextOf(ref reader)),
        JsonTokenType.Number => new(JsonKind.Number, Encoding.UTF8.GetString(reader.ValueSpan)),
        JsonTokenType.True => new(JsonKind.True),
        JsonTokenType.False => new(JsonKind.False),
        _ => new(JsonKind.Null),
    };

    private static string TextOf(ref Utf8JsonReader reader) => reader.GetString() ?? "";
}
