using System.Text.Json;

namespace RgPolicy.Plans.Documents;

/// <summary>
/// One value on a tape. A document that stops in the middle still yields what came before. Names may
/// repeat, as old servers repeat <c>Workers</c>; the first counts. Names with escapes are none that a plan has.
/// </summary>
internal readonly struct JsonValue(JsonTape tape, int index)
{
    public JsonValueKind Kind => tape[index].Kind;

    /// <summary>True for a container whose end is missing: what else it held is not known.</summary>
    public bool IsCut => tape[index] is { IsMarked: true, Kind: JsonValueKind.Array or JsonValueKind.Object };

    /// <summary>The name of a member; empty for anything else.</summary>
    public string Name => tape.Texts.Of(tape.Bytes(tape[index].NameStart, tape[index].NameLength));

    /// <summary>Where texts are kept that were met before.</summary>
    public TextCache Texts => tape.Texts;

    /// <summary>The bytes of a string as they stand in the document, or the digits of a number.</summary>
    public ReadOnlySpan<byte> Raw => tape.Bytes(tape[index].Start, tape[index].Length);

    /// <summary>The items of an array or the values of an object, in order.</summary>
    public JsonChildren Children => new(tape, index + 1, tape[index].Next);

    /// <summary>The text of a string or the digits of a number; empty for anything else.</summary>
    public string Text
    {
        get
        {
            ref readonly var entry = ref tape[index];
            if (entry.Kind is not (JsonValueKind.String or JsonValueKind.Number))
                return "";
            return entry is { Kind: JsonValueKind.String, IsMarked: true }
                ? Unescaped(tape.Bytes(entry.Start - 1, entry.Length + 2))
                : tape.Texts.Of(tape.Bytes(entry.Start, entry.Length));
        }
    }

    /// <summary>The value as a finite number, also when it was written as a string; else null.</summary>
    public double? Number =>
        Kind is JsonValueKind.Number or JsonValueKind.String
        && PlainNumber.Parse(Raw) is var number
        && double.IsFinite(number)
            ? number
            : null;

    /// <summary>True for a member with that name.</summary>
    public bool Is(string name) => tape.IsNamed(index, name);

    public JsonValue? Member(string name) => Find(name, index + 1);

    /// <summary>A further member of the same name, for those where the last counts.</summary>
    public JsonValue? Next(string name, JsonValue previous) => Find(name, tape[previous.Index].Next);

    public bool Has(string name) => Member(name) is not null;

    public string? TextOf(string name) => Member(name) is { Kind: JsonValueKind.String } value ? value.Text : null;

    public bool IsTrue(string name) => Member(name) is { Kind: JsonValueKind.True };

    /// <summary>A finite number, also when it was written as a string; else null.</summary>
    public double? NumberOf(string name) => Member(name)?.Number;

    private int Index => index;

    private JsonValue? Find(string name, int from) =>
        tape.Find(index, name, from) is >= 0 and var found ? new JsonValue(tape, found) : null;

    private static string Unescaped(ReadOnlySpan<byte> quoted)
    {
        var reader = new Utf8JsonReader(quoted);
        try
        {
            return reader.Read() ? reader.GetString() ?? "" : "";
        }
        catch (InvalidOperationException)
        {
            // Escapes that do not form valid UTF-16.
            return Encoding.UTF8.GetString(quoted[1..^1]);
        }
    }
}

/// <summary>What a container on a tape holds.</summary>
internal readonly struct JsonChildren(JsonTape tape, int first, int end)
{
    public bool IsEmpty => first >= end;

    public Enumerator GetEnumerator() => new(tape, first, end);

    /// <summary>Goes from value to value, past what each holds.</summary>
    public struct Enumerator(JsonTape tape, int first, int end)
    {
        private int _at = -1;

        public readonly JsonValue Current => new(tape, _at);

        public bool MoveNext()
        {
            _at = _at < 0 ? first : tape[_at].Next;
            return _at < end;
        }
    }
}
