using System.Buffers;

namespace RgPolicy.Plans.Documents;

/// <summary>
/// The values of a JSON text one after the other, in pooled memory: nothing is copied out of the text until someone asks for it.
/// </summary>
internal sealed class JsonTape(ReadOnlyMemory<byte> utf8) : IDisposable
{
    private JsonEntry[] _entries = ArrayPool<JsonEntry>.Shared.Rent(512);

    public int Count { get; private set; }

    public ref JsonEntry this[int index] => ref _entries[index];

    public int Add(in JsonEntry entry)
    {
        if (Count == _entries.Length)
            Grow();
        _entries[Count] = entry;
        return Count++;
    }

    public ReadOnlySpan<byte> Bytes(int start, int length) => utf8.Span.Slice(start, length);

    public void Clear() => Count = 0;

    public void Dispose()
    {
        ArrayPool<JsonEntry>.Shared.Return(_entries);
        _entries = [];
        Count = 0;
    }

    private void Grow()
    {
        var larger = ArrayPool<JsonEntry>.Shared.Rent(_entries.Length * 2);
        _entries.AsSpan(0, Count).CopyTo(larger);
        ArrayPool<JsonEntry>.Shared.Return(_entries);
        _entries = larger;
    }
}
