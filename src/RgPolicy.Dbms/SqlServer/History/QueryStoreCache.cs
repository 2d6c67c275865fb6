using RgPolicy.Dbms.Caching;

namespace RgPolicy.Dbms.SqlServer.History;

/// <summary>Which databases' Query Stores can be read, and what was read from them when. For one thread
/// at a time.</summary>
internal sealed class QueryStoreCache(int capacity, TimeProvider time)
{
    /// <summary>Intervals of a Query Store are long: what was read stays true for a while.</summary>
    private static readonly TimeSpan ReadingLifetime = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan MissingLifetime = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan StateLifetime = TimeSpan.FromMinutes(10);

    private readonly Dictionary<string, (bool IsReadable, long LookedAt)> _states = new(StringComparer.Ordinal);
    private readonly LeastRecentlyUsed<HistoryKey, (bool IsFound, long ReadAt)> _readings = new(capacity);

    /// <summary>Whether a database's Query Store can be read; null when it has to be looked at.</summary>
    public bool? IsReadable(string database) =>
        database.Length == 0 ? false
        : _states.TryGetValue(database, out var state) && IsFresh(state.LookedAt, StateLifetime) ? state.IsReadable
        : null;

    /// <summary>Notes what was seen of a database.</summary>
    public void SetReadable(string database, bool isReadable) => _states[database] = (isReadable, time.GetTimestamp());

    /// <summary>Whether a statement was read lately, and was there; null when it is due.</summary>
    public bool? WasFound(HistoryKey key) =>
        _readings.TryGet(key, out var reading)
        && IsFresh(reading.ReadAt, reading.IsFound ? ReadingLifetime : MissingLifetime)
            ? reading.IsFound
            : null;

    /// <summary>Notes what a reading brought.</summary>
    public void SetFound(HistoryKey key, bool isFound) => _readings.Put(key, (isFound, time.GetTimestamp()));

    private bool IsFresh(long timestamp, TimeSpan lifetime) => time.GetElapsedTime(timestamp) < lifetime;
}
