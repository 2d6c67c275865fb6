using Serilog.Core;
using Serilog.Events;
using Serilog.Parsing;

namespace RgPolicy.Service.Logging;

/// <summary>Passes messages on, of each number at most so many in a second that the log can be read and the disk is not
/// filled by one trouble; how many were left out is said with the next one of that number.</summary>
internal sealed class LimitedLog(IReadOnlyList<ILogEventSink> places) : ILogEventSink, IDisposable
{
    /// <summary>Messages of one number that are passed on in a second.</summary>
    internal const int MostPerSecond = 100;

    private static readonly MessageTemplate LeftOut = new MessageTemplateParser().Parse(
        "{Count} more messages with number {Number} in one second are not logged."
    );

    private readonly object _gate = new();
    private readonly Dictionary<int, Second> _seconds = [];

    public void Emit(LogEvent logEvent)
    {
        var number = EventNumber.Of(logEvent);
        int leftOut;
        lock (_gate)
        {
            if (!MayPass(number, logEvent.Timestamp.ToUnixTimeSeconds(), out leftOut))
                return;
        }

        if (leftOut > 0)
            Pass(Summary(logEvent, number, leftOut));

        Pass(logEvent);
    }

    public void Dispose()
    {
        foreach (var place in places.OfType<IDisposable>())
            place.Dispose();
    }

    // By the wall clock, and in whichever direction it jumps: another second is another one.
    private bool MayPass(int number, long now, out int leftOut)
    {
        leftOut = 0;
        if (!_seconds.TryGetValue(number, out var second) || second.Number != now)
        {
            leftOut = second.LeftOut;
            second = new Second(now, 0, 0);
        }

        var passes = second.Passed < MostPerSecond;
        _seconds[number] = passes
            ? second with
            {
                Passed = second.Passed + 1,
            }
            : second with
            {
                LeftOut = second.LeftOut + 1,
            };
        return passes;
    }

    private void Pass(LogEvent logEvent)
    {
        foreach (var place in places)
        {
            try
            {
                place.Emit(logEvent);
            }
            catch (Exception failure) when (failure is IOException or ObjectDisposedException)
            {
                // Standard error is closed or full: the other places have it.
            }
        }
    }

    private static LogEvent Summary(LogEvent logEvent, int number, int leftOut)
    {
        List<LogEventProperty> properties =
        [
            new LogEventProperty("Count", new ScalarValue(leftOut)),
            new LogEventProperty("Number", new ScalarValue(number)),
        ];
        properties.AddRange(
            logEvent
                .Properties.Where(each => each.Key is "SourceContext")
                .Select(each => new LogEventProperty(each.Key, each.Value))
        );
        return new LogEvent(logEvent.Timestamp, LogEventLevel.Warning, null, LeftOut, properties);
    }

    private readonly record struct Second(long Number, int Passed, int LeftOut);
}
