using System.Diagnostics.CodeAnalysis;

namespace RgPolicy.Engine.Rules;

/// <summary>What rules remember until a time, each under a key. Full, it forgets the one that ends first.</summary>
internal sealed class ExpiringEntries<TKey, TEntry>(int capacity, Func<TEntry, DateTimeOffset> end)
    where TKey : notnull
{
    private readonly Dictionary<TKey, TEntry> _entries = [];
    private DateTimeOffset _firstEnd = DateTimeOffset.MaxValue;

    /// <summary>Those that end first before the others.</summary>
    public ImmutableArray<TEntry> Entries => [.. _entries.Values.OrderBy(end)];

    public bool TryGet(TKey key, [MaybeNullWhen(false)] out TEntry entry) => _entries.TryGetValue(key, out entry);

    public void Put(TKey key, TEntry entry)
    {
        if (_entries.Count >= capacity && !_entries.ContainsKey(key))
            _entries.Remove(_entries.MinBy(other => end(other.Value)).Key);

        _entries[key] = entry;
        _firstEnd = end(entry) < _firstEnd ? end(entry) : _firstEnd;
    }

    /// <summary>Ends those whose time is over, and says which; most turns end none.</summary>
    public ImmutableArray<TEntry> EndExpired(DateTimeOffset now) => now < _firstEnd ? [] : End(now);

    private ImmutableArray<TEntry> End(DateTimeOffset now)
    {
        var over = _entries.Where(entry => end(entry.Value) <= now).ToList();
        over.ForEach(entry => _entries.Remove(entry.Key));
        _firstEnd = _entries.Count == 0 ? DateTimeOffset.MaxValue : _entries.Values.Min(end);
        return [.. over.Select(entry => entry.Value)];
    }
}
