using Microsoft.Extensions.Logging;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Tracking;
using RgPolicy.Service.Logging;
using RgPolicy.Service.Settings;

namespace RgPolicy.Service.Loop;

/// <summary>Writes what was decided to the log, at most so much in a second that the log stays readable.</summary>
internal sealed class DecisionLog
{
    private const int MostPerSecond = 20;
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    private readonly ILogger _logger;
    private readonly TimeProvider _time;
    private readonly DecisionText _text;
    private readonly bool _advises;
    private long _second;
    private int _written;
    private int _suppressed;

    /// <summary>Logs for a loop.</summary>
    public DecisionLog(LoopParts parts)
    {
        _logger = parts.Logger;
        _time = parts.Time;
        _advises = parts.Level == GovernorLevel.Advise;
        _text = new DecisionText(parts.Observer.Server.Kind, parts.ShowText, withReason: _advises);
        IsSilent = parts.Level == GovernorLevel.Observe;
        _second = _time.GetTimestamp();
    }

    private bool IsSilent { get; }

    /// <summary>Writes a turn's events.</summary>
    public void Write(GovernorTurn turn, Governor governor)
    {
        foreach (var each in turn.Events)
        {
            if (IsSilent || string.Equals(each.Kind, "class", StringComparison.Ordinal))
            {
                _logger.DecidedSmall(each.Kind, each.QueryId, each.Message);
            }
            else if (MayWrite())
            {
                WriteOne(each, _text.Of(each, governor));
            }
        }
    }

    private void WriteOne(GovernorEvent each, string message)
    {
        if (_advises)
        {
            _logger.Advised(each.Kind, each.QueryId, message);
        }
        else
        {
            _logger.Decided(each.Kind, each.QueryId, message);
        }
    }

    private bool MayWrite()
    {
        if (_time.GetElapsedTime(_second) >= Second)
        {
            if (_suppressed > 0)
            {
                _logger.Suppressed(_suppressed);
            }

            _second = _time.GetTimestamp();
            _written = 0;
            _suppressed = 0;
        }

        if (_written < MostPerSecond)
        {
            _written++;
            return true;
        }

        _suppressed++;
        return false;
    }
}
