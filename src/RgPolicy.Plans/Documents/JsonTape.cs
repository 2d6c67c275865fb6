using System.Buffers;
using System.Runtime.InteropServices;
using System.Text.Json;

namespace RgPolicy.Plans.Documents;

/// <summary>
/// The values of one JSON value one after the other, as the platform's reader meets them, in pooled memory: nothing is
/// copied out of the text until someone asks for it. What was read stays when the text stops or breaks, and each
/// container whose end is missing is marked.
/// </summary>
internal sealed class JsonTape : IDisposable
{
    /// <summary>Two levels per operator: some 10,000 nested operators are read, more are refused.</summary>
    public const int MaximumDepth = 25_000;

    private const int MaximumValues = 4_000_000;

    /// <summary>A longer tape is given back to the pool when its text is done.</summary>
    private const int MostKept = 64 * 1024;

    private static readonly JsonReaderState Strict = new(new() { MaxDepth = MaximumDepth + 2 });

    private static readonly JsonReaderState Lenient = new(
        new()
        {
            AllowTrailingCommas = true,
            CommentHandling = JsonCommentHandling.Skip,
            MaxDepth = MaximumDepth + 2,
        }
    );

    private JsonEntry[] _entries = ArrayPool<JsonEntry>.Shared.Rent(512);
    private ArraySegment<byte> _utf8;
    private int _innermost = -1;
    private int _depth;

    public int Count { get; private set; }

    /// <summary>Texts of earlier documents, too.</summary>
    public TextCache Texts { get; } = new();

    public ref readonly JsonEntry this[int index] => ref _entries[index];

    /// <summary>A tape for a text; it must be disposed of.</summary>
    public static JsonTape For(ReadOnlyMemory<byte> utf8)
    {
        var tape = Spare<JsonTape>.Take();
        if (!MemoryMarshal.TryGetArray(utf8, out tape._utf8))
            tape._utf8 = utf8.ToArray();
        return tape;
    }

    /// <summary>Reads the value that begins at the offset instead of the one before, without recursion.</summary>
    public JsonPart Read(int offset)
    {
        var part = Read(offset, Strict);
        return part.End == JsonEnd.Malformed ? Read(offset, Lenient) : part;
    }

    public ReadOnlySpan<byte> Bytes(int start, int length) => _utf8.AsSpan(start, length);

    public bool IsNamed(int index, string name)
    {
        ref readonly var entry = ref _entries[index];
        return entry.NameLength == name.Length && Ascii.Equals(Bytes(entry.NameStart, entry.NameLength), name);
    }

    /// <summary>The number of a container's next member with a name, from an entry on; negative where there is none.</summary>
    public int Find(int container, string name, int from)
    {
        var (entries, bit) = (_entries, JsonEntry.Bit(name));
        if ((entries[container].Held & (1UL << bit)) == 0)
            return -1;
        var end = entries[container].Next;
        for (var at = from; at < end; at = entries[at].Next)
        {
            if (entries[at].NameBit == bit && IsNamed(at, name))
                return at;
        }

        return -1;
    }

    public void Dispose()
    {
        _utf8 = default;
        if (_entries.Length > MostKept)
        {
            ArrayPool<JsonEntry>.Shared.Return(_entries);
            _entries = ArrayPool<JsonEntry>.Shared.Rent(512);
        }

        Spare<JsonTape>.Give(this);
    }

    private JsonPart Read(int offset, JsonReaderState state)
    {
        (Count, _depth, _innermost) = (0, 0, -1);
        var reader = new Utf8JsonReader(_utf8.AsSpan(offset), isFinalBlock: false, state);
        JsonEnd end;
        try
        {
            end = Fill(ref reader, offset);
        }
        catch (JsonException)
        {
            end = JsonEnd.Malformed;
        }

        while (_depth > 0)
            End(isCut: true);
        return new(Count == 0 ? null : new JsonValue(this, 0), end, offset + (int)reader.BytesConsumed);
    }

    private JsonEnd Fill(ref Utf8JsonReader reader, int offset)
    {
        var (nameStart, nameLength) = (0, 0);
        while (reader.Read())
        {
            var start = offset + (int)reader.TokenStartIndex;
            switch (reader.TokenType)
            {
                case JsonTokenType.PropertyName:
                    (nameStart, nameLength) = (start + 1, reader.ValueSpan.Length);
                    continue;
                case JsonTokenType.EndArray or JsonTokenType.EndObject:
                    End(isCut: false);
                    break;
                default:
                    Add(reader.TokenType, nameStart, nameLength, start, reader.ValueSpan.Length, reader.ValueIsEscaped);
                    nameLength = 0;
                    break;
            }

            if (_depth == 0)
                return JsonEnd.Complete;
            if (_depth > MaximumDepth)
                return JsonEnd.TooDeep;
            if (Count > MaximumValues)
                return JsonEnd.TooLarge;
        }

        return JsonEnd.Truncated;
    }

    /// <summary>A value inside the innermost container; until a container ends, its own <c>Next</c> is the one
    /// around it.</summary>
    private void Add(JsonTokenType token, int nameStart, int nameLength, int start, int length, bool isEscaped)
    {
        if (Count == _entries.Length)
            Grow();
        ref var entry = ref _entries[Count++];
        (entry.NameStart, entry.NameLength, entry.NameBit, entry.IsMarked) = (
            nameStart,
            (byte)nameLength,
            0,
            isEscaped
        );
        if (nameLength > byte.MaxValue)
            entry.NameLength = 0;
        else if (nameLength > 0)
        {
            entry.NameBit = JsonEntry.Bit(Bytes(nameStart, nameLength));
            _entries[_innermost].Held |= 1UL << entry.NameBit;
        }

        if (token is JsonTokenType.StartArray or JsonTokenType.StartObject)
        {
            entry.Kind = token == JsonTokenType.StartArray ? JsonValueKind.Array : JsonValueKind.Object;
            (entry.Start, entry.Held, entry.Next) = (start, 0, _innermost);
            (_innermost, _depth) = (Count - 1, _depth + 1);
            return;
        }

        entry.Kind = token switch
        {
            JsonTokenType.String => JsonValueKind.String,
            JsonTokenType.Number => JsonValueKind.Number,
            JsonTokenType.True => JsonValueKind.True,
            JsonTokenType.False => JsonValueKind.False,
            _ => JsonValueKind.Null,
        };
        (entry.Start, entry.Held, entry.Next) = (
            token == JsonTokenType.String ? start + 1 : start,
            (ulong)length,
            Count
        );
    }

    /// <summary>The innermost container ends, or is cut where the text stops or breaks instead.</summary>
    private void End(bool isCut)
    {
        ref var entry = ref _entries[_innermost];
        entry.IsMarked = isCut;
        (_innermost, entry.Next) = (entry.Next, Count);
        _depth--;
    }

    private void Grow()
    {
        var larger = ArrayPool<JsonEntry>.Shared.Rent(_entries.Length * 2);
        _entries.AsSpan(0, Count).CopyTo(larger);
        ArrayPool<JsonEntry>.Shared.Return(_entries);
        _entries = larger;
    }
}

/// <summary>One value of a JSON text by its place there; a container is followed by what it holds.</summary>
internal struct JsonEntry
{
    public JsonValueKind Kind { get; set; }

    /// <summary>True for a string with escapes, and for a container whose end is missing.</summary>
    public bool IsMarked { get; set; }

    /// <summary>Bytes of its name; 0 without one, and for names that are longer than any of a plan.</summary>
    public byte NameLength { get; set; }

    /// <summary>What tells most names apart, see <see cref="Held"/>.</summary>
    public byte NameBit { get; set; }

    public int NameStart { get; set; }

    /// <summary>First byte of the value, without quotes.</summary>
    public int Start { get; set; }

    /// <summary>Number of the entry after this value and all that it holds.</summary>
    public int Next { get; set; }

    /// <summary>One bit for each name that a container holds, several names share a bit; of a scalar its bytes
    /// without quotes.</summary>
    public ulong Held { get; set; }

    public readonly int Length => Kind is JsonValueKind.Array or JsonValueKind.Object ? 0 : (int)Held;

    public static byte Bit(ReadOnlySpan<byte> name) => Bit(name[0], name[^1], name.Length);

    public static byte Bit(string name) => Bit(name[0], name[^1], name.Length);

    private static byte Bit(int first, int last, int length) => (byte)((first + (5 * last) + (11 * length)) & 63);
}

/// <summary>A JSON value found in a text, complete or not, and where reading stopped (bytes from the
/// start of the text).</summary>
internal readonly record struct JsonPart(JsonValue? Root, JsonEnd End, int EndOffset)
{
    /// <summary>The diagnostic for an end that came too early.</summary>
    public PlanDiagnostic Problem(ReadOnlySpan<byte> utf8)
    {
        var before = utf8[..Math.Min(EndOffset, utf8.Length)];
        var line = before.Count((byte)'\n') + 1;
        var lineStart = before.LastIndexOf((byte)'\n') + 1;
        return PlanProblems.At(End, line, Encoding.UTF8.GetCharCount(before[lineStart..]) + 1);
    }
}

/// <summary>How reading a JSON value ended.</summary>
internal enum JsonEnd
{
    Complete,
    Truncated,
    Malformed,
    TooDeep,
    TooLarge,
}
