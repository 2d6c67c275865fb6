using System.Runtime.InteropServices;

namespace RgPolicy.Plans.Documents;

/// <summary>Objects that serve one statement after the other, so that a plan costs no more memory than
/// its profile.</summary>
internal sealed class Arena<T>
    where T : class, new()
{
    /// <summary>More are not kept for the next statement.</summary>
    private const int MostKept = 2048;

    private readonly List<T> _items = [];

    public int Count { get; private set; }

    public ReadOnlySpan<T> All => CollectionsMarshal.AsSpan(_items)[..Count];

    /// <summary>One more object, with whatever it held before.</summary>
    public T Next()
    {
        if (Count == _items.Count)
            _items.Add(new());
        return _items[Count++];
    }

    public void Clear()
    {
        if (_items.Count > MostKept)
        {
            _items.RemoveRange(MostKept, _items.Count - MostKept);
            _items.TrimExcess();
        }

        Count = 0;
    }
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
