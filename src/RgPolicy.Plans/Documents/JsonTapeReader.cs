using System.Text.Json;

namespace RgPolicy.Plans.Documents;

/// <summary>
/// Reads one JSON value onto a tape without recursion; keeps what was read when the text stops or breaks, and marks
/// each container whose end is missing. Of values
/// whose name is not asked for only containers are kept, because a plan may be inside.
/// </summary>
internal ref struct JsonTapeReader(ReadOnlySpan<byte> utf8, int offset, JsonTape tape)
{
    private Utf8JsonReader _reader = new(utf8[offset..], isFinalBlock: false, StartState);
    private JsonName _name;
    private bool _isUnknown;

    private static JsonReaderState StartState =>
        new(
            new()
            {
                AllowTrailingCommas = true,
                CommentHandling = JsonCommentHandling.Skip,
                MaxDepth = JsonTape.MaximumDepth + 2,
            }
        );

    /// <summary>The value that begins at the offset: at once where it is plain, else token by token.</summary>
    public static JsonPart Read(ReadOnlySpan<byte> utf8, int offset, JsonTape tape)
    {
        var end = PlainJson.Read(utf8, offset, tape);
        return end >= 0 ? new(new(tape, 0), JsonEnd.Complete, end) : new JsonTapeReader(utf8, offset, tape).Read();
    }

    /// <summary>The same with the platform's reader alone.</summary>
    public JsonPart Read()
    {
        tape.Clear();
        JsonEnd end;
        try
        {
            end = Fill();
        }
        catch (JsonException)
        {
            end = JsonEnd.Malformed;
        }

        while (tape.Depth > 0)
            tape.End(isCut: true);
        JsonValue? root = tape.Count == 0 ? null : new JsonValue(tape, 0);
        return new(root, end, offset + (int)_reader.BytesConsumed);
    }

    private JsonEnd Fill()
    {
        while (_reader.Read())
        {
            switch (_reader.TokenType)
            {
                case JsonTokenType.PropertyName:
                    _name = JsonNames.Find(_reader.ValueSpan, out _);
                    _isUnknown = _name == JsonName.None;
                    continue;
                case JsonTokenType.EndArray or JsonTokenType.EndObject:
                    tape.End();
                    break;
                default:
                    Add();
                    break;
            }

            if (tape.Depth == 0)
                return JsonEnd.Complete;
            if (tape.Depth > JsonTape.MaximumDepth)
                return JsonEnd.TooDeep;
            if (tape.Count > JsonTape.MaximumValues)
                return JsonEnd.TooLarge;
        }

        return JsonEnd.Truncated;
    }

    private void Add()
    {
        var kind = KindOf(_reader.TokenType);
        var start = offset + (int)_reader.TokenStartIndex;
        if (kind is JsonKind.Array or JsonKind.Object)
            tape.Begin(kind, _name, start);
        else if (!_isUnknown)
            tape.Add(
                kind,
                kind == JsonKind.Text && _reader.ValueIsEscaped,
                _name,
                start + (kind == JsonKind.Text ? 1 : 0),
                _reader.ValueSpan.Length
            );
        _name = JsonName.None;
        _isUnknown = false;
    }

    private static JsonKind KindOf(JsonTokenType token) =>
        token switch
        {
            JsonTokenType.StartArray => JsonKind.Array,
            JsonTokenType.StartObject => JsonKind.Object,
            JsonTokenType.String => JsonKind.Text,
            JsonTokenType.Number => JsonKind.Number,
            JsonTokenType.True => JsonKind.True,
            JsonTokenType.False => JsonKind.False,
            _ => JsonKind.Null,
        };
}

/// <summary>A JSON value found in a text, complete or not, and where reading stopped (bytes from the
/// start of the text).</summary>
internal readonly record struct JsonPart(JsonValue? Root, JsonEnd End, int EndOffset);
