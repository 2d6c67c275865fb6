using System.Buffers;

namespace RgPolicy.Plans.Documents;

/// <summary>
/// The values of a JSON text one after the other, in pooled memory: nothing is copied out of the text
/// until someone asks for it.
/// </summary>
internal sealed class JsonTape : IDisposable
{
    /// <summary>Two levels per operator: some 10,000 nested operators are read, more are refused.</summary>
    public const int MaximumDepth = 25_000;

    public const int MaximumValues = 4_000_000;

    /// <summary>A longer tape is given back to the pool when its text is done.</summary>
    private const int MostKept = 64 * 1024;

    private JsonEntry[] _entries = ArrayPool<JsonEntry>.Shared.Rent(512);
    private ReadOnlyMemory<byte> _utf8;
    private int _innermost = -1;

    public int Count { get; private set; }

    /// <summary>Containers that have no end yet, while the text is read.</summary>
    public int Depth { get; private set; }

    /// <summary>Of earlier documents, too.</summary>
    public JsonNameOrder Order { get; } = new();

    /// <summary>Texts of earlier documents, too.</summary>
    public TextCache Texts { get; } = new();

    public ref readonly JsonEntry this[int index] => ref _entries[index];

    /// <summary>True when the innermost container without an end is an object.</summary>
    public bool IsInObject => Depth > 0 && _entries[_innermost].Kind == JsonKind.Object;

    /// <summary>A tape for a text; it must be disposed of.</summary>
    public static JsonTape For(ReadOnlyMemory<byte> utf8)
    {
        var tape = Spare<JsonTape>.Take();
        tape._utf8 = utf8;
        return tape;
    }

    /// <summary>A value that holds no others.</summary>
    /// <param name="kind">What it is.</param>
    /// <param name="isEscaped">True for a string with escapes.</param>
    /// <param name="name">Its name, if it has one.</param>
    /// <param name="start">Where it begins, without quotes.</param>
    /// <param name="length">Its bytes, without quotes.</param>
    /// <param name="number">The value of a number where it is known already.</param>
    public void Add(JsonKind kind, bool isEscaped, JsonName name, int start, int length, double number = double.NaN)
    {
        ref var entry = ref Next(name);
        entry.Become(kind, isEscaped, name, start, length, number);
        entry.Next = Count;
    }

    /// <summary>A container; what follows is inside until it ends.</summary>
    public void Begin(JsonKind kind, JsonName name, int start)
    {
        ref var entry = ref Next(name);
        entry.Become(kind, false, name, start, 0, 0);
        entry.Next = _innermost;
        _innermost = Count - 1;
        Depth++;
    }

    /// <summary>The innermost container ends.</summary>
    /// <param name="isCut">True where the text stops or breaks instead.</param>
    public void End(bool isCut = false)
    {
        ref var entry = ref _entries[_innermost];
        entry.IsCut = isCut;
        (_innermost, entry.Next) = (entry.Next, Count);
        Depth--;
    }

    /// <summary>Room for so many entries and at least one more, for callers that fill the tape themselves; those that
    /// are there already stay.</summary>
    public JsonEntry[] Room(int filled)
    {
        Count = filled;
        if (Count == _entries.Length)
            Grow();
        return _entries;
    }

    public ReadOnlySpan<byte> Bytes(int start, int length) => _utf8.Span.Slice(start, length);

    public void Clear() => (Count, Depth, _innermost) = (0, 0, -1);

    public void Dispose()
    {
        Clear();
        _utf8 = default;
        if (_entries.Length > MostKept)
        {
            ArrayPool<JsonEntry>.Shared.Return(_entries);
            _entries = ArrayPool<JsonEntry>.Shared.Rent(512);
        }

        Spare<JsonTape>.Give(this);
    }

    /// <summary>A place for one more entry inside the innermost container; until that ends, its own <c>Next</c> is the
    /// container around it.</summary>
    private ref JsonEntry Next(JsonName name)
    {
        if (Count == _entries.Length)
            Grow();
        if (name != JsonName.None && _innermost >= 0)
            _entries[_innermost].Held |= JsonEntry.Bit(name);
        return ref _entries[Count++];
    }

    private void Grow()
    {
        var larger = ArrayPool<JsonEntry>.Shared.Rent(_entries.Length * 2);
        _entries.AsSpan(0, Count).CopyTo(larger);
        ArrayPool<JsonEntry>.Shared.Return(_entries);
        _entries = larger;
    }
}

/// <summary>Which name came after which: a plan repeats its members in the same order, so that the next
/// name need only be compared.</summary>
internal sealed class JsonNameOrder
{
    private readonly JsonName[] _next = new JsonName[JsonNames.Places];

    /// <summary>The name that came last time after one at that place of <see cref="JsonNames"/>.</summary>
    public JsonName After(int place) => _next[place];

    public void Learn(int place, JsonName next) => _next[place] = next;
}

/// <summary>Keeps one object for the next caller that needs one; safe to use from several threads, none of which
/// waits.</summary>
internal static class Spare<T>
    where T : class, new()
{
    private static T? _kept;

    public static T Take() => Interlocked.Exchange(ref _kept, null) ?? new();

    /// <summary>The caller must not use it any more.</summary>
    public static void Give(T used) => Volatile.Write(ref _kept, used);
}
