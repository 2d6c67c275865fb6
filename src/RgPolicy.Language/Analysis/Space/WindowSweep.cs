using System.Runtime.InteropServices;
using NodaTime;
using RgPolicy.Language.Analysis.Regions;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>
/// Goes through time from turn to turn and gives each set of windows that are open together a cell.
/// What it costs is as much as there are turns: a window's ranges are written where it opens and closes.
/// </summary>
internal sealed class WindowSweep
{
    // Sets are remembered so that the same one later is the same cell; beyond this many marks each
    // moment is a cell of its own.
    private const int MostMarks = 16_000_000;
    private const int Closed = -1;

    private readonly ulong[] _open;
    private readonly int[] _since; // For each window the cell from which on it is open.
    private readonly List<int>[] _bounds;
    private readonly List<int> _turned = []; // Windows that have turned since the last new cell.
    private readonly Dictionary<string, int> _seen = new(StringComparer.Ordinal);
    private readonly List<Instant> _moments = [];
    private long _marks;

    public WindowSweep(int windows)
    {
        _open = new ulong[(windows + 63) / 64];
        _since = new int[windows];
        _bounds = new List<int>[windows];
        for (var window = 0; window < windows; window++)
        {
            (_since[window], _bounds[window]) = (Closed, []);
        }
    }

    /// <summary>A moment of each cell.</summary>
    public ImmutableArray<Instant> Moments => [.. _moments];

    /// <summary>Passes one span.</summary>
    /// <param name="span">A span without a change of offset.</param>
    /// <param name="turns">When a window opens or closes in it, in the order of time; all are closed before the first
    /// and after the last.</param>
    public void Pass(Interval span, List<(long Second, int Window)> turns)
    {
        var (from, to) = (span.Start.ToUnixTimeSeconds(), span.End.ToUnixTimeSeconds());
        var next = Turn(turns, 0, from);
        for (
            var second = from;
            second < to;
            second = next < turns.Count ? turns[next].Second : to, next = Turn(turns, next, second)
        )
        {
            Meet(Instant.FromUnixTimeSeconds(second));
        }

        Turn(turns, next, to);
    }

    /// <summary>The cells in which each window is open.</summary>
    public ImmutableArray<CellSet> Open()
    {
        var open = ImmutableArray.CreateBuilder<CellSet>(_bounds.Length);
        for (var window = 0; window < _bounds.Length; window++)
        {
            if (_since[window] != Closed)
            {
                _bounds[window].AddRange([_since[window], _moments.Count]);
            }

            open.Add(CellSet.OfBounds([.. _bounds[window]]));
        }

        return open.MoveToImmutable();
    }

    /// <summary>Carries out all turns up to a moment, and names the place of the first one behind it.</summary>
    private int Turn(List<(long Second, int Window)> turns, int next, long second)
    {
        for (; next < turns.Count && turns[next].Second <= second; next++)
        {
            _open[turns[next].Window / 64] ^= 1UL << (turns[next].Window % 64);
            _turned.Add(turns[next].Window);
        }

        return next;
    }

    private void Meet(Instant moment)
    {
        if (_marks < MostMarks)
        {
            var set = new string(MemoryMarshal.Cast<ulong, char>(_open));
            if (!_seen.TryAdd(set, _moments.Count))
            {
                return;
            }

            _marks += set.Length;
        }

        Begin();
        _moments.Add(moment);
    }

    /// <summary>Begins a cell: a window that is open in the last one and in this one stays so, whatever
    /// lay between.</summary>
    private void Begin()
    {
        foreach (var window in _turned)
        {
            var isOpen = (_open[window / 64] & (1UL << (window % 64))) != 0;
            if (isOpen && _since[window] == Closed)
            {
                _since[window] = _moments.Count;
            }
            else if (!isOpen && _since[window] != Closed)
            {
                _bounds[window].AddRange([_since[window], _moments.Count]);
                _since[window] = Closed;
            }
        }

        _turned.Clear();
    }
}
