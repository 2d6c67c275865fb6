using System.Text;
using System.Text.Json;

namespace RgPolicy.Plans.Documents;

/// <summary>
/// One value on a tape. A document that stops in the middle still yields what came before. Names may
/// repeat, as old servers repeat
/// <c>Workers</c>; the first counts.
/// </summary>
internal readonly struct JsonValue(JsonTape tape, int index)
{
    public JsonKind Kind => tape[index].Kind;

    /// <summary>True for a container whose end is missing: what else it held is not known.</summary>
    public bool IsCut => tape[index].IsCut;

    /// <summary>The text of a string or the digits of a number.</summary>
    public string Text => TextAt(index);

    /// <summary>Where texts are kept that were met before.</summary>
    public TextCache Texts => tape.Texts;

    /// <summary>The bytes of a string as they stand in the document, or the digits of a number.</summary>
    public ReadOnlySpan<byte> Raw => tape.Bytes(tape[index].Start, tape[index].Length);

    /// <summary>The items of an array or the values of an object, in order.</summary>
    public JsonChildren Children => new(tape, index + 1, Math.Min(tape[index].Next, tape.Count));

    public JsonName Name => tape[index].Name;

    /// <summary>One bit for each name that a container holds, see <see cref="JsonEntry.Bit"/>.</summary>
    public ulong Held => tape[index].Held;

    public JsonValue? Member(JsonName name)
    {
        if (!tape[index].MayHold(name))
            return null;
        var end = Math.Min(tape[index].Next, tape.Count);
        for (var child = index + 1; child < end; child = tape[child].Next)
        {
            if (tape[child].Name == name)
                return new(tape, child);
        }

        return null;
    }

    public bool Has(JsonName name) => Member(name) is not null;

    public string? TextOf(JsonName name) => Member(name) is { Kind: JsonKind.Text } value ? value.Text : null;

    public bool IsTrue(JsonName name) => Member(name) is { Kind: JsonKind.True };

    /// <summary>A finite number, also when it was written as a string; else null.</summary>
    public double? NumberOf(JsonName name) => Member(name) is { } value ? value.Number : null;

    /// <summary>The value of a number that was worked out when it was read; not a number for everything else.</summary>
    public double Printed
    {
        get
        {
            ref readonly var entry = ref tape[index];
            return entry.Kind == JsonKind.Number ? entry.Number : double.NaN;
        }
    }

    /// <summary>The value as a finite number, also when it was written as a string; else null.</summary>
    public double? Number
    {
        get
        {
            ref readonly var entry = ref tape[index];
            if (entry.Kind == JsonKind.Number && !double.IsNaN(entry.Number))
                return entry.Number;
            return entry.Kind is JsonKind.Number or JsonKind.Text ? Parsed(Raw) : null;
        }
    }

    private static double? Parsed(ReadOnlySpan<byte> text)
    {
        var number = PlainNumber.Parse(text);
        return double.IsFinite(number) ? number : null;
    }

    private string TextAt(int at)
    {
        ref readonly var entry = ref tape[at];
        if (entry.Kind is not (JsonKind.Text or JsonKind.Number))
            return "";
        return entry.IsEscaped
            ? Unescaped(tape.Bytes(entry.Start - 1, entry.Length + 2))
            : tape.Texts.Of(tape.Bytes(entry.Start, entry.Length));
    }

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
