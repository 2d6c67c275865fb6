using RgPolicy.Service.Windows;
using Serilog.Core;
using Serilog.Events;
using Serilog.Formatting.Display;

namespace RgPolicy.Service.Logging;

/// <summary>Puts warnings and errors into Windows' event log, each under its own number.</summary>
internal sealed class EventLogSink(IWindowsServices windows, string source) : ILogEventSink
{
    // The event log cuts longer texts.
    private const int Longest = 31_000;

    private readonly OneLineFormatter _formatter = new(
        new MessageTemplateTextFormatter(
            "{SourceContext}: {Message:lj}{NewLine}{Exception}",
            CultureInfo.InvariantCulture
        )
    );

    public void Emit(LogEvent logEvent)
    {
        if (logEvent.Level < LogEventLevel.Warning)
            return;

        using var line = new StringWriter(CultureInfo.InvariantCulture);
        _formatter.Format(logEvent, line);
        var text = line.ToString().TrimEnd();
        windows.Report(
            source,
            logEvent.Level == LogEventLevel.Warning ? EventLogKind.Warning : EventLogKind.Error,
            EventNumber.Of(logEvent),
            text.Length > Longest ? text[..Longest] : text
        );
    }
}

/// <summary>The number that each message has in <see cref="Log"/>.</summary>
internal static class EventNumber
{
    /// <summary>A message's number; 0 where it has none.</summary>
    public static int Of(LogEvent logEvent) =>
        logEvent.Properties.TryGetValue("EventId", out var property)
        && property is StructureValue structure
        && structure.Properties.FirstOrDefault(each => each.Name == "Id")?.Value is ScalarValue { Value: int number }
            ? number
            : 0;
}
