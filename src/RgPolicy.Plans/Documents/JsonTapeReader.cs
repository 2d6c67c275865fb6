using System.Text.Json;

namespace RgPolicy.Plans.Documents;

/// <summary>
/// Reads one JSON value onto a tape without recursion; keeps what was read when the text stops or breaks. Of values whose name nobody asks for only
/// containers are kept, because a plan may be inside.
/// </summary>
internal ref struct JsonTapeReader(ReadOnlySpan<byte> utf8, int offset, JsonTape tape)
{
    /// <summary>Two levels per operator: some 10,000 nested operators are read, more are refused.</summary>
    internal const int MaximumDepth = 25_000;

    private const int MaximumValues = 4_000_000;

    private Utf8JsonReader _reader = new(utf8[offset..], isFinalBlock: false, StartState);
    private JsonName _name;
    private bool _isUnknown;

    private static JsonReaderState StartState => new(
        new() { AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip, MaxDepth = MaximumDepth + 2 });

    /// <summary>The value that begins at the offset.</summary>
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

        while (tape.Open.TryPop(out var container))
            tape[container].Next = tape.Count;
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
                    _name = JsonNames.Find(_reader.ValueSpan);
                    _isUnknown = _name == JsonName.None;
                    continue;
                case JsonTokenType.EndArray or JsonTokenType.EndObject:
                    tape[tape.Open.Pop()].Next = tape.Count;
                    break;
                default:
                    Add();
                    break;
            }

            if (tape.Open.Count == 0)
                return JsonEnd.Complete;
            if (tape.Open.Count > MaximumDepth)
                return JsonEnd.TooDeep;
            if (tape.Count > MaximumValues)
                return JsonEnd.TooLarge;
        }

        return JsonEnd.Truncated;
    }

    private void Add()
    {
        var kind = KindOf(_reader.TokenType);
        var isContainer = kind is JsonKind.Array or JsonKind.Object;
        if (_isUnknown && !isContainer && tape.Open.Count > 0)
        {
            _isUnknown = false;
            return;
        }

        var isText = kind == JsonKind.Text;
        var start = offset + (int)_reader.TokenStartIndex + (isText ? 1 : 0);
        var index = tape.Add(new(
            kind, isText && _reader.ValueIsEscaped, _name, start, isContainer ? 0 : _reader.ValueSpan.Length) { Next = tape.Count + 1 });
        if (_name != JsonName.None)
            tape[tape.Open.Peek()].Held |= JsonEntry.Bit(_name);
        _name = JsonName.None;
        _isUnknown = false;
        if (isContainer)
            tape.Open.Push(index);
    }

    private static JsonKind KindOf(JsonTokenType token) => token switch
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
