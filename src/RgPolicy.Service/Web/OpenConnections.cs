using System.Net;

namespace RgPolicy.Service.Web;

/// <summary>The connections to the page. When there are too many, one is closed: of the peer with the most connections
/// the one that has been silent longest. So a peer that opens connections and says nothing only takes places from
/// itself, and the next one to ask is answered. A connection with a request is never closed for another.</summary>
internal sealed class OpenConnections(int most, int mostOfOne)
{
    private readonly object _gate = new();
    private readonly Dictionary<string, Entry> _open = new(StringComparer.Ordinal);
    private long _next;

    /// <summary>Takes one in.</summary>
    /// <param name="id">Its name.</param>
    /// <param name="peer">Whose it is; null where that is not known.</param>
    /// <param name="end">Ends it.</param>
    /// <returns>Ends the one that has to go, which is this one where all others ask; null when there is room.</returns>
    public Action? Add(string id, IPAddress? peer, Action end)
    {
        var whose = peer is { IsIPv4MappedToIPv6: true } mapped ? mapped.MapToIPv4() : peer ?? IPAddress.None;
        lock (_gate)
        {
            var isFull = Count(whose) >= mostOfOne || _open.Count >= most;
            var victim = !isFull ? null : Oldest(Count(whose) >= mostOfOne ? whose : Busiest()) ?? id;
            _open[id] = new Entry(whose, _next++, end);
            return victim is not null && _open.Remove(victim, out var gone) ? gone.End : null;
        }
    }

    /// <summary>One has begun to ask, or has its answer.</summary>
    public void Mark(string id, bool isAsking)
    {
        lock (_gate)
        {
            if (_open.TryGetValue(id, out var entry))
                _open[id] = entry with { IsAsking = isAsking, Since = _next++ };
        }
    }

    public void Remove(string id)
    {
        lock (_gate)
            _open.Remove(id);
    }

    private int Count(IPAddress peer) => _open.Values.Count(entry => entry.Peer.Equals(peer));

    private IPAddress Busiest() =>
        _open
            .Values.Where(static entry => !entry.IsAsking)
            .GroupBy(static entry => entry.Peer)
            .MaxBy(static group => group.Count())
            ?.Key
        ?? IPAddress.None;

    private string? Oldest(IPAddress peer) =>
        _open
            .Where(pair => !pair.Value.IsAsking && pair.Value.Peer.Equals(peer))
            .OrderBy(static pair => pair.Value.Since)
            .Select(static pair => pair.Key)
            .FirstOrDefault();

    /// <summary>A connection.</summary>
    /// <param name="Peer">Whose.</param>
    /// <param name="Since">When it was opened or had its last answer, by a count.</param>
    /// <param name="End">Ends it.</param>
    private readonly record struct Entry(IPAddress Peer, long Since, Action End)
    {
        public bool IsAsking { get; init; }
    }
}

/// <summary>How fast answers are given: a thousand in a second, and fifty at once. Requests beyond that wait for their
/// turn, so that the processor is left to the loop.</summary>
internal sealed class AnswerPace(TimeProvider time)
{
    private const int PerSecond = 1000;
    private const int AtOnce = 50;

    private readonly object _gate = new();
    private readonly long _start = time.GetTimestamp();
    private TimeSpan _free = TimeSpan.MinValue;

    /// <summary>How long this answer has to wait.</summary>
    public TimeSpan Next()
    {
        lock (_gate)
        {
            var now = time.GetElapsedTime(_start);
            var from = now - TimeSpan.FromSeconds((double)AtOnce / PerSecond);
            _free = (_free > from ? _free : from) + TimeSpan.FromSeconds(1.0 / PerSecond);
            return _free > now ? _free - now : TimeSpan.Zero;
        }
    }
}
