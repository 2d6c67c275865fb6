namespace RgPolicy.Sidecar.Watching;

/// <summary>
/// Knows when to look whether another program changed what pools rest on, and remembers what was found. A program that
/// changes the same thing again and again is not fought: the looks become rarer, a minute apart at most, and the state
/// says so.
/// </summary>
internal sealed class DriftWatch
{
    private const int MostNotes = 16;
    private const int Patience = 3;
    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(64);
    private readonly TimeProvider _time;
    private readonly SortedDictionary<string, (int Count, bool IsRepaired)> _notes = new(StringComparer.Ordinal);
    private PoolMarks _marks = PoolMarks.None;
    private TimeSpan _interval = Shortest;
    private long _looked;
    private int _inARow;

    internal DriftWatch(TimeProvider time) => _time = time;

    /// <summary>Whether the next look is due.</summary>
    internal bool IsDue => _looked == 0 || _time.GetElapsedTime(_looked) >= _interval;

    /// <summary>What was found since the start, one line each.</summary>
    internal ImmutableArray<string> Notes
    {
        get
        {
            var lines = ImmutableArray.CreateBuilder<string>();
            foreach (var (what, (count, isRepaired)) in _notes)
            {
                var end = !isRepaired ? "not as before" : "fixed";
                var often =
                    _inARow > Patience ? "; it keeps being changed, so it is looked at less often" : string.Empty;
                lines.Add(
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"{what}: changed from outside {count} times, {end}{often}"
                    )
                );
            }

            return lines.ToImmutable();
        }
    }

    /// <summary>Remembers how things are right after they were set.</summary>
    internal void Remember(PoolMarks marks) => _marks = marks;

    /// <summary>What changed since they were set; sets when the next look is due.</summary>
    internal ImmutableArray<string> Look(PoolMarks now)
    {
        var changed = now.ChangedSince(_marks);
        _looked = _time.GetTimestamp();
        _inARow = changed.IsEmpty ? 0 : _inARow + 1;
        _interval = _inARow <= Patience ? Shortest : TimeSpan.FromTicks(Math.Min(2 * _interval.Ticks, Longest.Ticks));
        return changed;
    }

    /// <summary>Has things set again and remembers what came of it; returns what is still not as it was.</summary>
    internal ImmutableArray<string> Repaired(ImmutableArray<string> changed, Func<PoolMarks> setAgain)
    {
        var before = _marks;
        var after = setAgain();
        var still = after.ChangedSince(before);
        foreach (var what in changed)
            Note(what, !still.Contains(what, StringComparer.Ordinal));

        _marks = after;
        return still;
    }

    /// <summary>Counts processes that another program had moved and that are back.</summary>
    internal void NoteProcesses(int count)
    {
        for (var i = 0; i < count; i++)
            Note("processes in pools", isRepaired: true);
    }

    /// <summary>Makes the next look due at once: a server has just started, or groups were just handed over, which no
    /// other program will undo.</summary>
    internal void Hasten() => (_looked, _inARow, _interval) = (0, 0, Shortest);

    /// <summary>Forgets how things are: nothing is set any more.</summary>
    internal void Forget() => (_marks, _inARow, _interval) = (PoolMarks.None, 0, Shortest);

    private void Note(string what, bool isRepaired)
    {
        if (_notes.Count < MostNotes || _notes.ContainsKey(what))
            _notes[what] = (_notes.GetValueOrDefault(what).Count + 1, isRepaired);
    }
}
