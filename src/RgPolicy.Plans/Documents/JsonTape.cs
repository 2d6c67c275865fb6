using System.Buffers;

namespace RgPolicy.Plans.Documents;

/// <summary>
/// The values of a JSON text one after the other, in pooled memory: nothing is copied out of the text until someone asks for it.
/// </summary>
internal sealed class JsonTape : IDisposable
{
    /// <summary>A longer tape is given back to the pool when its text is done.</summary>
    private const int MostKept = 64 * 1024;

    private JsonEntry[] _entries = ArrayPool<JsonEntry>.Shared.Rent(512);
    private ReadOnlyMemory<byte> _utf8;

    public int Count { get; private set; }

    /// <summary>Texts of earlier documents, too.</summary>
    public TextCache Texts { get; } = new();

    /// <summary>Containers that have no end yet, while the text is read.</summary>
    public Stack<int> Open { get; } = new();

    public ref JsonEntry this[int index] => ref _entries[index];

    /// <summary>A tape for a text; it must be disposed of.</summary>
    public static JsonTape For(ReadOnlyMemory<byte> utf8)
    {
        var tape = Spare<JsonTape>.Take();
        tape._utf8 = utf8;
        return tape;
    }

    public int Add(in JsonEntry entry)
    {
        if (Count == _entries.Length)
            Grow();
        _entries[Count] = entry;
        return Count++;
    }

    public ReadOnlySpan<byte> Bytes(int start, int length) => _utf8.Span.Slice(start, length);

    public void Clear()
    {
        Count = 0;
        Open.Clear();
    }

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

    private void Grow()
    {
        var larger = ArrayPool<JsonEntry>.Shared.Rent(_entries.Length * 2);
        _entries.AsSpan(0, Count).CopyTo(larger);
        ArrayPool<JsonEntry>.Shared.Return(_entries);
        _entries = larger;
    }
}
