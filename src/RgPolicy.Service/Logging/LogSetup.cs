using System.Globalization;
using Microsoft.Extensions.Logging;
using Serilog;
using Serilog.Core;
using Serilog.Events;
using Serilog.Extensions.Logging;
using Serilog.Formatting.Display;

namespace RgPolicy.Service.Logging;

/// <summary>Makes the log of a program in the foreground: plain lines.</summary>
public static class LogSetup
{
    private const string Line = "{Timestamp:HH:mm:ss.fff} {Level:u3} {Message:lj}{NewLine}{Exception}";

    /// <summary>Logs to a writer.</summary>
    /// <param name="writer">Where to; standard error of a command.</param>
    /// <param name="isVerbose">Every single decision too.</param>
    public static ILoggerFactory ToWriter(TextWriter writer, bool isVerbose)
    {
        var level = isVerbose ? LogEventLevel.Debug : LogEventLevel.Information;
        var logger = new LoggerConfiguration().MinimumLevel.Is(level).WriteTo.Sink(new WriterSink(writer)).CreateLogger();
        return new SerilogLoggerFactory(logger, dispose: true);
    }

    private sealed class WriterSink(TextWriter writer) : ILogEventSink
    {
        private readonly MessageTemplateTextFormatter _formatter = new(Line, CultureInfo.InvariantCulture);
        private readonly object _gate = new();

        public void Emit(LogEvent logEvent)
        {
            lock (_gate)
            {
                _formatter.Format(logEvent, writer);
                writer.Flush();
            }
        }
    }
}
