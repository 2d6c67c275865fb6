using System.Collections.Concurrent;

namespace RgPolicy.Engine.Signals;

/// <summary>
/// The texts seen of late, in two generations: when the younger one is full it becomes the older one,
/// and what was not asked for meanwhile is forgotten. Forgetting costs time, never correctness. Reading takes no lock.
/// </summary>
internal sealed class InternTable
{
    private const int GenerationSize = 32_768;
    private const int LongestText = 512;

    private readonly ConcurrentDictionary<string, InternedText>[] _generations = [Make(), Make()];
    private int _young;
    private int _count;

    /// <summary>The instance of a text; one of its own for a text that is too long to be kept.</summary>
    public InternedText Get(string text)
    {
        var young = Volatile.Read(ref _generations[Volatile.Read(ref _young)]);
        if (young.TryGetValue(text, out var known))
            return known;

        return text.Length > LongestText ? new InternedText(text) : Add(young, text);
    }

    private InternedText Add(ConcurrentDictionary<string, InternedText> young, string text)
    {
        var old = Volatile.Read(ref _generations[1 - Volatile.Read(ref _young)]);
        var added = young.GetOrAdd(text, old.TryGetValue(text, out var known) ? known : new InternedText(text));
        if (Interlocked.Increment(ref _count) == GenerationSize)
        {
            var next = 1 - Volatile.Read(ref _young);
            Volatile.Write(ref _generations[next], Make());
            Volatile.Write(ref _young, next);
            Volatile.Write(ref _count, 0);
        }

        return added;
    }

    private static ConcurrentDictionary<string, InternedText> Make() => new(StringComparer.Ordinal);
}
