using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Moving;

namespace RgPolicy.Sidecar.Upkeep;

/// <summary>
/// Keeps a pool's weight in proportion to all that runs beside it: a group's weight belongs to the
/// whole group, while each process outside weighs as much as the protected pool by itself, so beside many of them the
/// group would get next to nothing. No process is moved for it. What is counted is the mean of about a second; a weight
/// is
/// written when it is off by more than a tenth.
/// </summary>
internal sealed class WeightScaling
{
    private const double MeanSeconds = 1;
    private const double Tolerance = 0.1;

    // At most one part in so many of a processor's time goes into counting.
    private const int Thrift = 200;
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(50);
    private readonly FileRoot _root;
    private readonly PoolTable _pools;
    private readonly ProcessMover _mover;
    private readonly RunnableCount _count;
    private readonly ForeignParity _parity;
    private CgroupHierarchy? _hierarchy;
    private bool _isAtRoot;
    private int _server;
    private long _counted;
    private TimeSpan _interval = Shortest;
    private double _mean = 1;

    internal WeightScaling(FileRoot root, PoolTable pools, ProcessMover mover)
    {
        (_root, _pools, _mover) = (root, pools, mover);
        _count = new RunnableCount(root, id => mover.PoolOf(id) is not null);
        _parity = new ForeignParity(mover, _count);
    }

    /// <summary>How long may pass until the next <see cref="Look"/>; null for as long as one likes.</summary>
    internal TimeSpan? LongestWait =>
        IsIdle ? null
        : Stopwatch.GetElapsedTime(_counted) is var passed && passed < _interval ? _interval - passed
        : TimeSpan.Zero;

    /// <summary>Counts beside this server from now on.</summary>
    internal void Watch(int? server, CgroupHierarchy? hierarchy)
    {
        (_server, _hierarchy) = (server ?? 0, hierarchy);
        _isAtRoot = hierarchy is not null && RunnableCount.IsRoot(_root, hierarchy);
    }

    /// <summary>Counts when it is time, and has the weights follow.</summary>
    internal void Look()
    {
        if (IsIdle || Stopwatch.GetElapsedTime(_counted) is var passed && passed < _interval)
            return;

        var started = Stopwatch.GetTimestamp();
        if (_count.Read(_server, _isAtRoot, _mover.Members) is { } running)
        {
            // After a pause nothing is known of what ran meanwhile: one count says little, so it moves
            // the mean by a quarter at most.
            var gain = Math.Min(0.25, 1 - Math.Exp(-passed.TotalSeconds / MeanSeconds));
            _mean += (running - _mean) * gain;
            if (_isAtRoot)
                _parity.See(_server, running, Stopwatch.GetElapsedTime(0, started), gain);

            Adjust();
        }

        _counted = Stopwatch.GetTimestamp();
        var wanted = Thrift * Stopwatch.GetElapsedTime(started);
        _interval =
            wanted > Shortest
                ? wanted < TimeSpan.FromSeconds(1)
                    ? wanted
                    : TimeSpan.FromSeconds(1)
                : Shortest;
    }

    private bool IsIdle => _hierarchy is null || _mover.Count == 0;

    private void Adjust()
    {
        var wanted = Math.Max(1, _mean);
        if (
            IsOff(wanted, _pools.Beside)
            || _pools.Pools.Any(pool => IsOff(1 + _parity.Of(pool.Spec.Whole), 1 + pool.Parity))
        )
            _pools.Weigh(wanted, _parity.Of);
    }

    private static bool IsOff(double wanted, double now) => Math.Abs(wanted - now) > Tolerance * now;
}
