using RgPolicy.Service.Logging;
using Serilog.Core;
using Serilog.Events;
using Serilog.Parsing;

namespace RgPolicy.Service.Tests.Logging;

public sealed class LimitedLogTests : ILogEventSink
{
    private static readonly DateTimeOffset Now = new(2026, 11, 22, 10, 0, 0, TimeSpan.Zero);

    private readonly List<string> _passed = [];

    void ILogEventSink.Emit(LogEvent logEvent) =>
        _passed.Add(logEvent.RenderMessage(System.Globalization.CultureInfo.InvariantCulture));

    [Theory]
    [InlineData(1)]
    [InlineData(86_400)]
    [InlineData(-86_400)]
    public void Emit_OneTroubleAThousandTimes_IsLimitedAndTheRestIsCounted(int secondsLater)
    {
        using var log = new LimitedLog([this]);
        for (var count = 0; count < 1000; count++)
            log.Emit(Message(22, "moved", Now));

        log.Emit(Message(23, "other", Now));
        Assert.Equal(LimitedLog.MostPerSecond + 1, _passed.Count);
        log.Emit(Message(22, "moved", Now.AddSeconds(secondsLater)));
        Assert.Equal(
            ["other", "900 more messages with number 22 in one second are not logged.", "moved"],
            _passed[^3..]
        );
    }

    [Fact]
    public void Emit_OnePlaceFails_TheOthersHaveIt()
    {
        using var log = new LimitedLog([new Closed(), this]);
        log.Emit(Message(1, "said", Now));

        Assert.Equal(["said"], _passed);
    }

    private static LogEvent Message(int number, string text, DateTimeOffset time) =>
        new(
            time,
            LogEventLevel.Warning,
            null,
            new MessageTemplateParser().Parse(text),
            [new LogEventProperty("EventId", new StructureValue([new LogEventProperty("Id", new ScalarValue(number))]))]
        );

    private sealed class Closed : ILogEventSink
    {
        public void Emit(LogEvent logEvent) => throw new IOException("Broken pipe");
    }
}
