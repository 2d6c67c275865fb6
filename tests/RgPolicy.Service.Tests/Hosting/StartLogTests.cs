using Microsoft.Extensions.Logging;
using RgPolicy.Service.Hosting;

namespace RgPolicy.Service.Tests.Hosting;

public sealed class StartLogTests
{
    [Fact]
    public void Share_ProcessHasNoWeightOfItsOwn_IsAWarningThatSaysWhyAndWhatToRead()
    {
        var log = new KeptLog();

        new StartLog(log, TimeProvider.System).Share("its group /unit has the usual weight, 100");

        Assert.Equal(
            [
                (
                    LogLevel.Warning,
                    84,
                    "RgPolicy has no share of the processors of its own: its group /unit has the usual weight, 100. "
                        + "Beside a full host it decides late; docs/howto/go-live.md says how to give it one."
                ),
            ],
            log.Lines
        );
    }

    [Fact]
    public void Share_ProcessHasOne_IsSilent()
    {
        var log = new KeptLog();

        new StartLog(log, TimeProvider.System).Share(null);

        Assert.Empty(log.Lines);
    }

    private sealed class KeptLog : ILogger
    {
        public List<(LogLevel Level, int Event, string Text)> Lines { get; } = [];

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel,
            EventId eventId,
            TState state,
            Exception? exception,
            Func<TState, Exception?, string> formatter
        ) => Lines.Add((logLevel, eventId.Id, formatter(state, exception)));
    }
}
