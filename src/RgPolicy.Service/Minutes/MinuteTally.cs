using System.Numerics;

namespace RgPolicy.Service.Minutes;

/// <summary>Counts what a loop shows, minute by minute, beside the loop. A query counts when it is no longer shown; one
/// that began and ended between two looks is not seen. Memory is in proportion to the queries that run.</summary>
internal sealed class MinuteTally
{
    /// <summary>Classes that are kept apart in a minute; the others are one.</summary>
    internal const int MostClasses = 50;

    private const int MostPools = 40;
    private const string OtherClasses = "(other)";

    // When two looks lie further apart, what happened in between is unknown.
    private static readonly TimeSpan LongestStep = TimeSpan.FromSeconds(5);

    private readonly Dictionary<string, FollowedQuery> _open = new(StringComparer.Ordinal);
    private readonly Dictionary<(string Class, bool IsGoverned), ClassSpan> _classes = [];
    private readonly List<HostSpan> _host = [];
    private IReadOnlyList<PoolSpan> _pools = [];
    private DateTimeOffset? _minute;
    private DateTimeOffset _last;
    private long _looks;

    /// <summary>Takes what is shown.</summary>
    /// <returns>The minute that has ended, or null.</returns>
    public MinuteSpan? Take(StatusSnapshot snapshot, DateTimeOffset now)
    {
        var ended = _minute is { } minute && now - minute >= TimeSpan.FromMinutes(1) ? End() : null;
        // A clock that was set back begins another minute, which is kept in the place of the one that was.
        if (_minute is null || ended is not null || now < _minute)
            _minute = new DateTimeOffset(now.UtcTicks - (now.UtcTicks % TimeSpan.TicksPerMinute), TimeSpan.Zero);

        var step = _looks++ == 0 || now < _last ? TimeSpan.Zero : now - _last;
        _last = now;
        if (snapshot.Poll.IsLost)
        {
            _open.Clear();
            return ended;
        }

        Look(snapshot, step < LongestStep ? step : TimeSpan.Zero);
        return ended;
    }

    /// <summary>What is there of the minute that has not ended.</summary>
    public MinuteSpan? End()
    {
        if (_minute is not { } began || _host.Count == 0)
            return null;

        var span = new MinuteSpan(began, HostSpan.Merge(_host), Classes(), _pools);
        _host.Clear();
        _classes.Clear();
        _minute = null;
        return span;
    }

    private void Look(StatusSnapshot snapshot, TimeSpan step)
    {
        var decided = snapshot.Decided;
        // A server of which only hints are set has no sidecar.
        var isGoverned =
            snapshot is { Options.Level: GovernorLevel.Enforce, Paused: null, Enforcement: not { IsReady: false } };
        foreach (var query in decided.Queries)
            See(query, decided, step, isGoverned);

        foreach (var (id, query) in _open)
        {
            if (query.Seen != _looks)
            {
                _open.Remove(id);
                if (query.IsDecided)
                {
                    // Half a step is what it has gone on for, at a guess.
                    Span(query.Class, isGoverned).Durations.Add(query.Elapsed + (step / 2));
                }
            }
        }

        var pressure = decided.Pressure;
        _host.Add(
            new HostSpan(
                pressure?.Cpu,
                pressure?.Io,
                pressure?.Memory,
                decided.Queries.Count,
                isGoverned ? decided.Queries.Count(each => each.PoolNumber != 0) : 0,
                isGoverned ? step.TotalSeconds : 0,
                Math.Max(step.TotalSeconds, 1e-3)
            )
        );
        _pools = Pools(snapshot, isGoverned);
    }

    private void See(GovernedQuery governed, DecidedQueries decided, TimeSpan step, bool isGoverned)
    {
        var query = governed.Query;
        var name = decided.Program.Policy.Classes[governed.Decision.ClassIndex].Name;
        if (!_open.TryGetValue(query.Id, out var open))
            _open[query.Id] = open = new FollowedQuery { Class = name, Cpu = CpuOf(query, decided) };

        open.Class = name;
        open.IsDecided |= !governed.Decision.IsProvisional;
        open.Elapsed = decided.Time - query.Started;
        open.Seen = _looks;
        var cpu = CpuOf(query, decided);
        var isThrottled = isGoverned && governed.PoolNumber != 0;
        if (cpu > open.Cpu || isThrottled)
        {
            var span = Span(name, isGoverned);
            span.CpuSeconds += cpu > open.Cpu ? (cpu - open.Cpu).TotalSeconds : 0;
            span.ThrottledSeconds += isThrottled ? step.TotalSeconds : 0;
        }

        open.Cpu = cpu;
    }

    private static TimeSpan CpuOf(ObservedQuery query, DecidedQueries decided) =>
        decided.Seen.FiguresOf(query)?.Cpu ?? TimeSpan.Zero;

    private ClassSpan Span(string name, bool isGoverned)
    {
        if (!_classes.TryGetValue((name, isGoverned), out var span))
            _classes[(name, isGoverned)] = span = new ClassSpan(name, isGoverned);

        return span;
    }

    private List<ClassSpan> Classes()
    {
        var kept = _classes.Values.OrderByDescending(each => each.Durations.Count).ToList();
        foreach (var rest in kept.Skip(MostClasses).GroupBy(each => each.IsGoverned).ToList())
        {
            var others = new ClassSpan(OtherClasses, rest.Key);
            foreach (var each in rest)
            {
                others.Add(each);
                kept.Remove(each);
            }

            kept.Add(others);
        }

        return kept;
    }

    /// <summary>While nothing is enforced every pool has all there is.</summary>
    private static List<PoolSpan> Pools(StatusSnapshot snapshot, bool isGoverned)
    {
        var inForce = snapshot.Sidecar?.Pools ?? snapshot.Enforcement?.Pools ?? [];
        return
        [
            .. snapshot
                .Policy.Program.Pools.Take(MostPools)
                .Select(pool =>
                {
                    if (!isGoverned)
                        return new PoolSpan(pool.Pool.Name, null, 1, null);

                    var outcome = inForce.FirstOrDefault(each => pool.Throttles && each.Number == pool.Number);
                    return new PoolSpan(
                        pool.Pool.Name,
                        WaysOf(outcome?.CacheMask) ?? pool.WayCount,
                        outcome?.CpuShare ?? pool.CpuShare ?? 1,
                        pool.Cores?.Length,
                        pool.MemoryBandwidthPercent
                    );
                }),
        ];
    }

    /// <summary>The fewest ways of <c>L3:0=3;1=f</c>.</summary>
    private static int? WaysOf(string? masks) =>
        masks is null
            ? null
            : masks
                .Split(':')[^1]
                .Split(';')
                .Select(part =>
                    part.Split('=') is [_, var hex]
                    && ulong.TryParse(
                        hex.Trim(),
                        NumberStyles.AllowHexSpecifier,
                        CultureInfo.InvariantCulture,
                        out var mask
                    )
                        ? BitOperations.PopCount(mask)
                        : (int?)null
                )
                .Min();
}

/// <summary>A query between two looks.</summary>
internal sealed class FollowedQuery
{
    public required string Class { get; set; }

    /// <summary>Its class is final, or it is old enough for it to matter.</summary>
    public bool IsDecided { get; set; }

    public TimeSpan Elapsed { get; set; }

    public TimeSpan Cpu { get; set; }

    /// <summary>The number of the look that saw it last.</summary>
    public long Seen { get; set; }
}
