using System.Text.Json;

namespace RgPolicy.Plans.Documents;

/// <summary>Reads one JSON value onto a tape without recursion; keeps what was read when the text stops or breaks.</summary>
internal ref struct JsonTapeReader(ReadOnlySpan<byte> utf8, int offset, JsonTape tape)
{
    /// <summary>Two levels per operator: some 10,000 nested operators are read, more are refused.</summary>
    internal const int MaximumDepth = 25_000;

    private const int MaximumValues = 4_000_000;

    private Utf8JsonReader _reader = new(utf8[offset..], isFinalBlock: false, StartState);
    private readonly Stack<int> _open = new();
    private int _nameStart;
    private int _nameLength;

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

        while (_open.TryPop(out var container))
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
                    _nameStart = offset + (int)_reader.TokenStartIndex + 1;
                    _nameLength = _reader.ValueIsEscaped ? 0 : _reader.ValueSpan.Length;
                    continue;
                case JsonTokenType.EndArray or JsonTokenType.EndObject:
                    tape[_open.Pop()].Next = tape.Count;
                    break;
                default:
                    Add();
                    break;
            }

            if (_open.Count == 0)
                return JsonEnd.Complete;
            if (_open.Count > MaximumDepth)
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
        var start = offset + (int)_reader.TokenStartIndex + (kind == JsonKind.Text ? 1 : 0);
        var entry = new JsonEntry(
            kind, kind == JsonKind.Text && _reader.ValueIsEscaped, _nameStart, _nameLength, start, isContainer ? 0 : _reader.ValueSpan.Length);
        var index = tape.Add(entry);
        tape[index].Next = index + 1;
        _nameLength = 0;
        if (isContainer)
            _open.Push(index);
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
