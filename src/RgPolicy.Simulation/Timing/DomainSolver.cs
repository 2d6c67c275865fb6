using RgPolicy.Simulation.Caching;
using RgPolicy.Simulation.Machines;

namespace RgPolicy.Simulation.Timing;

/// <summary>The hit ratios of one domain for given rates; remembers its last answer, where the next one
/// begins.</summary>
internal sealed class DomainSolver(DomainModel domain, SolutionBudget budget)
{
    // A hit ratio that is guessed for the times of lines that were found last moves the rate, and that the hit ratio.
    private const int Guesses = 4;

    // What a step costs besides, in the same unit.
    private const int StepWork = 20;

    // Rates that differ by less lead to the same hit ratios.
    private const double Same = 1e-3;

    private CacheModel? _cache;
    private double _farthest = double.PositiveInfinity;
    private ulong[] _masks = [];
    private CacheItem[] _items = [];
    private double[] _hits = [];
    private (LoadGroup Group, int Count)[] _divided = [];
    private LoadGroup[] _settled = [];
    private bool _maySolve;
    private bool _areHitsOld;
    private long _workBefore;

    /// <summary>When hit ratios that are old may be found anew; infinite where none are.</summary>
    public double Next => _areHitsOld ? budget.Next : double.PositiveInfinity;

    /// <summary>What its steps have cost so far: items, times the masks among which they are settled, and
    /// something for itself.</summary>
    public long Work { get; private set; }

    /// <summary>Divides the CPUs, and decides whether hit ratios are found anew.</summary>
    public void Begin(LoadGroup[] groups, MemoryModel memory, double now)
    {
        if (!IsDivided(groups))
            Divide(groups, memory);
        _maySolve = budget.MaySolve(now, Array.Exists(groups, group => !group.AreHitsFound));
        _workBefore = Work;
        if (_maySolve)
            return;
        foreach (var group in groups)
        {
            if (!group.AreHitsFound && !group.HasGuess)
                Guess(group, memory);
        }
    }

    private bool IsDivided(LoadGroup[] groups)
    {
        if (groups.Length != _divided.Length)
            return false;
        for (var index = 0; index < groups.Length; index++)
        {
            if (!ReferenceEquals(groups[index], _divided[index].Group) || groups[index].Count != _divided[index].Count)
                return false;
        }

        return true;
    }

    private void Divide(LoadGroup[] groups, MemoryModel memory)
    {
        if (groups.Length > 0)
            CpuShares.Divide(groups, domain, memory);
        _divided = Array.ConvertAll(groups, group => (group, group.Count));
    }

    /// <summary>Ends a solution.</summary>
    public void End(LoadGroup[] groups, double now)
    {
        _areHitsOld = !_maySolve && groups.Length > 0 && !IsSettled(groups);
        if (!_maySolve)
            return;
        budget.Spend(Work - _workBefore, now);
        foreach (var group in groups)
            group.AreHitsFound = true;
    }

    // What the lines of others leave it, as it was found last, when it comes alone.
    private void Guess(LoadGroup group, MemoryModel memory)
    {
        var place = Array.BinarySearch(_masks, group.Mask);
        if (_cache is not { } cache || place < 0)
            return;
        group.HasGuess = true;
        for (var guess = 0; guess < Guesses; guess++)
        {
            group.Measure(memory);
            var rate = group.RateAt(0) * group.Count;
            for (var index = 0; index < group.Hits.Length; index++)
                group.Hits[index] = cache.HitRatio(ItemOf(group, group.Load.Buckets[index], place, rate));
        }
    }

    /// <summary>Moves the groups' hit ratios towards what their rates lead to.</summary>
    /// <param name="groups">All that runs here.</param>
    /// <param name="step">How far: 1 is all the way.</param>
    /// <returns>How far the farthest was away.</returns>
    public double Step(LoadGroup[] groups, double step)
    {
        if (!_maySolve || (_farthest < SocketSolver.Enough && IsSettled(groups)))
            return 0;

        var cache = Prepare(groups);
        var count = 0;
        foreach (var group in groups)
            count += group.Load.Buckets.Length;
        if (_items.Length < count)
            (_items, _hits) = (new CacheItem[count * 2], new double[count * 2]);
        Fill(groups, cache);
        Work += ((long)count * _masks.Length) + StepWork;
        cache.Solve(_items.AsSpan(0, count), _hits.AsSpan(0, count));
        return _farthest = Move(groups, step);
    }

    private bool IsSettled(LoadGroup[] groups)
    {
        if (groups.Length != _settled.Length)
            return false;
        for (var index = 0; index < groups.Length; index++)
        {
            var group = groups[index];
            if (!ReferenceEquals(group, _settled[index]))
                return false;
            var rate = group.Rate * group.Count;
            if (!(Math.Abs(rate - group.SettledRate) <= Same * rate))
                return false;
        }

        return true;
    }

    private CacheModel Prepare(LoadGroup[] groups)
    {
        var masks = groups.Select(group => group.Mask).Distinct().Order().ToArray();
        if (_cache is not { } cache || !masks.AsSpan().SequenceEqual(_masks))
            (_cache, _masks) = (cache = new CacheModel(domain.Sets, masks), masks);
        cache.Streams.Clear();
        return cache;
    }

    private void Fill(LoadGroup[] groups, CacheModel cache)
    {
        var next = 0;
        _settled = groups;
        foreach (var group in groups)
        {
            group.SettledRate = group.Rate * group.Count;
            var (place, rate) = (Array.BinarySearch(_masks, group.Mask), group.Rate * group.Count);
            cache.Streams[place] += group.Load.StreamLines * rate;
            foreach (var bucket in group.Load.Buckets)
                _items[next++] = ItemOf(group, bucket, place, rate);
        }
    }

    private static CacheItem ItemOf(LoadGroup group, LoadBucket bucket, int place, double rate) =>
        new(
            place,
            bucket.IsShared ? bucket.Lines : bucket.Lines * group.Count,
            bucket.Accesses * rate,
            bucket.IsCyclic
        );

    private double Move(LoadGroup[] groups, double step)
    {
        var (next, farthest) = (0, 0.0);
        foreach (var group in groups)
        {
            for (var index = 0; index < group.Hits.Length; index++)
            {
                var away = _hits[next++] - group.Hits[index];
                farthest = Math.Max(farthest, Math.Abs(away));
                group.Hits[index] += away * step;
            }
        }

        return farthest;
    }
}
