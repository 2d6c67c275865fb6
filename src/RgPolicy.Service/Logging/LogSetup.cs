using RgPolicy.Host.Text;
using RgPolicy.Service.Windows;
using Serilog;
using Serilog.Core;
using Serilog.Events;
using Serilog.Extensions.Logging;
using Serilog.Formatting;
using Serilog.Formatting.Display;
using Serilog.Formatting.Json;

namespace RgPolicy.Service.Logging;

/// <summary>Makes the log of a program in the foreground: plain lines.</summary>
internal static class LogSetup
{
    private const string Line = "{Timestamp:HH:mm:ss.fff} {Level:u3} {Message:lj}{NewLine}{Exception}";

    /// <summary>The event log's source, and the service's name on Windows.</summary>
    public const string EventSource = "RgPolicy";

    private const string ServiceLine =
        "{Timestamp:yyyy-MM-ddTHH:mm:ss.fffzzz} {Level:u3} {SourceContext}: {Message:lj}{NewLine}{Exception}";
    private const string JournalLine = "{SourceContext}: {Message:lj}{NewLine}{Exception}";

    private const long FullAt = 16 * 1024 * 1024;

    /// <summary>Logs to a writer.</summary>
    /// <param name="writer">Where to; standard error of a command.</param>
    /// <param name="isVerbose">Every single decision too.</param>
    public static ILoggerFactory ToWriter(TextWriter writer, bool isVerbose)
    {
        var level = isVerbose ? LogEventLevel.Debug : LogEventLevel.Information;
        var logger = new LoggerConfiguration()
            .MinimumLevel.Is(level)
            .WriteTo.Sink(new WriterSink(writer, Text(Line)))
            .CreateLogger();
        return new SerilogLoggerFactory(logger, dispose: true);
    }

    /// <summary>The log of a service: to a writer, and to a file where one is named.</summary>
    /// <param name="settings">How it looks.</param>
    /// <param name="writer">Standard error.</param>
    /// <param name="isJournal">The writer is the journal, which has the time and wants each line's priority.</param>
    /// <param name="windows">Whose event log gets warnings and errors too, or null.</param>
    /// <param name="health">Told how the file is.</param>
    public static ILoggerFactory ForService(
        LogSettings settings,
        TextWriter writer,
        bool isJournal,
        IWindowsServices? windows,
        LogHealth health
    )
    {
        ILogEventSink[] places = [.. Places(settings, writer, isJournal, windows)];
        var elsewhere = Make(settings, places);
        return settings.File is { } file
            ? Make(
                settings,
                [
                    .. places,
                    new LogFile(file, FullAt, Formatter(settings, ServiceLine), health, elsewhere.CreateLogger("rgp")),
                ]
            )
            : elsewhere;
    }

    private static IEnumerable<ILogEventSink> Places(
        LogSettings settings,
        TextWriter writer,
        bool isJournal,
        IWindowsServices? windows
    )
    {
        var formatter = Formatter(settings, isJournal ? JournalLine : ServiceLine);
        yield return new WriterSink(
            writer,
            isJournal && settings.Format == LogFormat.Text ? new JournalFormatter(formatter) : formatter
        );
        if (windows is not null)
            yield return new EventLogSink(windows, EventSource);
    }

    private static SerilogLoggerFactory Make(LogSettings settings, IReadOnlyList<ILogEventSink> places)
    {
        var level = settings.IsVerbose ? LogEventLevel.Debug : LogEventLevel.Information;
        return new SerilogLoggerFactory(
            new LoggerConfiguration().MinimumLevel.Is(level).WriteTo.Sink(new LimitedLog(places)).CreateLogger(),
            dispose: true
        );
    }

    private static ITextFormatter Formatter(LogSettings settings, string line) =>
        settings.Format == LogFormat.Json ? new JsonFormatter(renderMessage: true) : Text(line);

    private static OneLineFormatter Text(string line) =>
        new(new MessageTemplateTextFormatter(line, CultureInfo.InvariantCulture));

    private sealed class WriterSink(TextWriter writer, ITextFormatter formatter) : ILogEventSink
    {
        private readonly object _gate = new();

        public void Emit(LogEvent logEvent)
        {
            lock (_gate)
            {
                formatter.Format(logEvent, writer);
                writer.Flush();
            }
        }
    }
}

/// <summary>Puts the priority before each line, as sd-daemon(3) says the journal reads it.</summary>
internal sealed class JournalFormatter(ITextFormatter formatter) : ITextFormatter
{
    public void Format(LogEvent logEvent, TextWriter output)
    {
        using var text = new StringWriter();
        formatter.Format(logEvent, text);
        foreach (var line in text.ToString().TrimEnd().Split('\n'))
        {
            output.Write(Priority(logEvent.Level));
            output.Write(line.TrimEnd('\r'));
            output.Write('\n');
        }
    }

    private static string Priority(LogEventLevel level) =>
        level switch
        {
            LogEventLevel.Fatal => "<2>",
            LogEventLevel.Error => "<3>",
            LogEventLevel.Warning => "<4>",
            LogEventLevel.Information => "<6>",
            _ => "<7>",
        };
}

/// <summary>Keeps what comes from elsewhere, such as an application's name or a server's message, from looking like
/// lines of its own or steering a terminal: control characters and marks that turn the direction of text are written as
/// escapes. Stack traces keep their lines.</summary>
internal sealed class OneLineFormatter(ITextFormatter formatter) : ITextFormatter
{
    public void Format(LogEvent logEvent, TextWriter output) =>
        formatter.Format(logEvent.Properties.Values.Any(IsHostile) ? WithoutControls(logEvent) : logEvent, output);

    internal static string Escape(string text) => SafeText.Escape(text);

    private static bool IsHostile(LogEventPropertyValue value) =>
        value is ScalarValue { Value: string text } && text.Any(SafeText.IsUnsafe);

    private static LogEvent WithoutControls(LogEvent logEvent) =>
        new(
            logEvent.Timestamp,
            logEvent.Level,
            logEvent.Exception,
            logEvent.MessageTemplate,
            logEvent.Properties.Select(each => new LogEventProperty(
                each.Key,
                IsHostile(each.Value) && each.Value is ScalarValue { Value: string text }
                    ? new ScalarValue(Escape(text))
                    : each.Value
            ))
        );
}
