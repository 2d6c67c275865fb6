using System.Diagnostics;

namespace RgPolicy.Bench.Service;

/// <summary>Puts each turn of the loop to those who ask meanwhile.</summary>
/// <param name="observer">Knows when a poll began.</param>
/// <param name="pollTakes">How long a poll takes, which is not of the turn.</param>
internal sealed class TurnSamples(ManySessions observer, TimeSpan pollTakes)
{
    private readonly object _gate = new();
    private AskersSpan? _asking;
    private Sample _turns = new();
    private long _last;

    /// <summary>Turns are theirs from now on; null for nobody's.</summary>
    public void Take(AskersSpan? asking)
    {
        lock (_gate)
        {
            if (_turns.Count > 0)
                _asking?.Add(_turns);

            (_asking, _turns, _last) = (asking, new Sample(), 0);
        }
    }

    /// <summary>To be called when a turn is over.</summary>
    public void Note()
    {
        var now = Stopwatch.GetTimestamp();
        lock (_gate)
        {
            var began = observer.Began;
            _turns.Add(began + (long)(pollTakes.TotalSeconds * Stopwatch.Frequency), now);
            if (_last != 0)
                _asking?.Intervals.Add(_last, began);

            _last = began;
        }
    }
}
