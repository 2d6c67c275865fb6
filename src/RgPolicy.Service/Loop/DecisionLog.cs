using Microsoft.Extensions.Logging;
using RgPolicy.Engine.Decide;
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
    private readonly bool _advises;
    private long _second;
    private int _written;
    private int _suppressed;

    /// <summary>Logs for one level.</summary>
    public DecisionLog(ILogger logger, TimeProvider time, GovernorLevel level)
    {
        _logger = logger;
        _time = time;
        _advises = level == GovernorLevel.Advise;
        IsSilent = level == GovernorLevel.Observe;
        _second = time.GetTimestamp();
    }

    private bool IsSilent { get; }

    /// <summary>Writes a turn's events.</summary>
    public void Write(GovernorTurn turn)
    {
        foreach (var each in turn.Events)
        {
            if (IsSilent || string.Equals(each.Kind, "class", StringComparison.Ordinal))
            {
                _logger.DecidedSmall(each.Kind, each.QueryId, each.Message);
            }
            else if (MayWrite())
            {
                WriteOne(each);
            }
        }
    }

    private void WriteOne(GovernorEvent each)
    {
        if (_advises)
        {
            _logger.Advised(each.Kind, each.QueryId, each.Message);
        }
        else
        {
            _logger.Decided(each.Kind, each.QueryId, each.Message);
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
