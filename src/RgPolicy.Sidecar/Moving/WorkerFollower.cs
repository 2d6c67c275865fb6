using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Servers;

namespace RgPolicy.Sidecar.Moving;

/// <summary>
/// Puts a parallel worker where its leader is, as a child of the leader would be: the main process starts workers anew
/// for each query, in its own group, and a client that polls sees them late or never. The kernel tells
/// of each new child; where it does not, the children are looked for every 20 ms. Either only while a process is in a
/// pool.
///
/// </summary>
internal sealed class WorkerFollower
{
    // 0, 1, 2, 4 ... 128 ms after it was seen: a child that has not run yet has no title, and takes nothing from
    // others.
    private const int Looks = 9;
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(20);
    private readonly FileRoot _root;
    private readonly ProcessMover _mover;
    private readonly ChildrenList _children;
    private readonly Dictionary<int, Sighting> _untitled = [];
    private readonly Dictionary<int, int> _leaders = [];
    private readonly List<int> _told = [];
    private ForkWatch? _watch;
    private Postmaster? _watched;
    private long _compared;
    private bool _paused = true;

    internal WorkerFollower(FileRoot root, ProcessMover mover)
    {
        _root = root;
        _mover = mover;
        _children = new ChildrenList(root);
    }

    /// <summary>Readable when the kernel has told of a new child; null where it does not tell.</summary>
    internal int? Descriptor => _watch?.Descriptor;

    /// <summary>How long may pass until the next <see cref="Look"/> when the kernel tells nothing; null
    /// for as long as one likes.</summary>
    internal TimeSpan? LongestWait
    {
        get
        {
            TimeSpan? untitled = _untitled.Count == 0 ? null : _untitled.Values.Min(s => Later(s.Due));
            return _watch is not null ? untitled
                : untitled < Interval ? untitled
                : Interval;
        }
    }

    /// <summary>Looks after the children of this main process from now on.</summary>
    internal void Watch(Postmaster? postmaster)
    {
        if (_watched == postmaster)
            return;

        Forget();
        _watched = postmaster;
        _watch = postmaster is { } found ? ForkWatch.Open(found.ProcessId) : null;
    }

    /// <summary>No process is in a pool: what happens until the next look does not matter.</summary>
    internal void Pause() => _paused = true;

    /// <summary>Looks for workers that have started since the last look and moves those of moved leaders.</summary>
    internal void Look()
    {
        if (_watched is not { } postmaster)
            return;

        NoteNew(postmaster);
        var due = Stopwatch.GetTimestamp();
        foreach (var child in _untitled.Keys.ToArray())
        {
            if (_untitled[child] is { } sighting && sighting.Due <= due)
                Follow(child, sighting, postmaster);
        }
    }

    /// <summary>Its workers that were seen before it was moved have to follow now.</summary>
    internal void LeaderMoved(int leader)
    {
        foreach (var (worker, itsLeader) in _leaders)
        {
            if (itsLeader == leader && _mover.PoolOf(worker) is null)
                _untitled[worker] = Sighting.Now;
        }
    }

    /// <summary>The workers of a leader.</summary>
    internal IReadOnlyList<int> WorkersOf(int leader) =>
        [.. _leaders.Keys.Where(worker => _leaders[worker] == leader && _mover.PoolOf(worker) is not null)];

    /// <summary>Forgets workers that have ended.</summary>
    internal void ForgetEnded()
    {
        foreach (
            var worker in _leaders.Keys.Where(w => ProcessStat.Read(_root, w) is not { HasEnded: false }).ToArray()
        )
            _leaders.Remove(worker);
    }

    /// <summary>Forgets everything and watches nothing.</summary>
    internal void Forget()
    {
        _watch?.Dispose();
        (_watch, _watched, _paused) = (null, null, true);
        _children.Forget();
        _untitled.Clear();
        _leaders.Clear();
    }

    private void NoteNew(Postmaster postmaster)
    {
        _told.Clear();
        var complete = _watch is not null && _watch.Drain(_told) && !_paused;
        _paused = false;
        if (!complete && (_watch is not null || Stopwatch.GetElapsedTime(_compared) >= Interval))
        {
            _told.AddRange(_children.FindNew(postmaster.ProcessId));
            _compared = Stopwatch.GetTimestamp();
        }

        foreach (var child in _told)
            _untitled[child] = Sighting.Now;
    }

    private void Follow(int child, Sighting sighting, Postmaster postmaster)
    {
        var title = _root.ReadText(string.Create(CultureInfo.InvariantCulture, $"/proc/{child}/cmdline"));
        if (title is not null && !ServerTitle.IsSet(title) && sighting.Looks < Looks)
        {
            _untitled[child] = sighting.Again();
            return;
        }

        _untitled.Remove(child);
        if (title is not null && ServerTitle.LeaderOf(title) is { } leader)
        {
            _leaders[child] = leader;
            if (_mover.PoolOf(leader) is { } pool && _mover.PoolOf(child) is null)
                _ = _mover.Move([new MoveRequest(child, pool, _mover.MayWaitForReads(leader))], postmaster, "");
        }
    }

    private static TimeSpan Later(long due)
    {
        var rest = Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), due);
        return rest > TimeSpan.Zero ? rest : TimeSpan.Zero;
    }

    /// <summary>A child without a title of its own.</summary>
    /// <param name="Looks">How often it was looked at.</param>
    /// <param name="Due">When it is looked at next.</param>
    private readonly record struct Sighting(int Looks, long Due)
    {
        internal static Sighting Now => new(0, Stopwatch.GetTimestamp());

        internal Sighting Again() => new(Looks + 1, Stopwatch.GetTimestamp() + (Stopwatch.Frequency / 1000 << Looks));
    }
}
