using System.Diagnostics;

namespace RgPolicy.Bench.Service;

/// <summary>Puts each turn of the loop to those who ask meanwhile.</summary>
/// <param name="observer">Knows when a poll began.</param>
/// <param name="pollTakes">How long a poll takes, which is not of the turn.</param>
internal sealed class TurnSamples(ManySessions observer, TimeSpan pollTakes)
{
    private readonly object _gate = new();
    private AskersSpan? _asking;
    private long _last;

    /// <summary>Turns are theirs from now on; null for nobody's.</summary>
    public void Take(AskersSpan? asking)
    {
        lock (_gate)
        {
            (_asking, _last) = (asking, 0);
        }
    }

    /// <summary>To be called when a turn is over.</summary>
    public void Note()
    {
        var now = Stopwatch.GetTimestamp();
        lock (_gate)
        {
            var began = observer.Began;
            _asking?.Turns.Add(began + (long)(pollTakes.TotalSeconds * Stopwatch.Frequency), now);
            if (_last != 0)
            {
                _asking?.Intervals.Add(_last, began);
            }

            _last = began;
        }
    }
}
