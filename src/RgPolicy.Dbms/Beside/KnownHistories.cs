using RgPolicy.Dbms.Caching;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.Beside;

/// <summary>The histories of statements that readings beside the polls have brought, and the statements that were
/// looked for in vain.</summary>
internal sealed class KnownHistories<TKey>(int capacity)
    where TKey : notnull
{
    private readonly LeastRecentlyUsed<TKey, HistoryFacts?> _known = new(capacity);

    /// <summary>The history of a statement, or null; the same instance while it is the same.</summary>
    public HistoryFacts? Find(TKey key) => _known.TryGet(key, out var facts) ? facts : null;

    /// <summary>Whether a statement was looked for.</summary>
    public bool Has(TKey key) => _known.TryGet(key, out _);

    /// <summary>Takes in what a reading has brought.</summary>
    /// <param name="asked">The statements that were looked for.</param>
    /// <param name="found">Those with a history.</param>
    public void TakeIn(IEnumerable<TKey> asked, IEnumerable<KeyValuePair<TKey, HistoryFacts>> found)
    {
        foreach (var key in asked)
            if (!Has(key))
                _known.Put(key, null);
        foreach (var (key, facts) in found)
            if (!_known.TryGet(key, out var before) || before != facts)
                _known.Put(key, facts);
    }
}
