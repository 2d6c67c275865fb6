using RgPolicy.Host.Text;
using Serilog.Events;
using Serilog.Formatting;

namespace RgPolicy.Service.Logging;

/// <summary>
/// Keeps what comes from elsewhere, such as an application's name or a server's message, from looking
/// like lines of its own or steering a terminal: control characters and marks that turn the direction of text are
/// written as escapes. Stack traces keep their lines.
/// </summary>
internal sealed class OneLineFormatter(ITextFormatter formatter) : ITextFormatter
{
    public void Format(LogEvent logEvent, TextWriter output) =>
        formatter.Format(logEvent.Properties.Values.Any(IsHostile) ? WithoutControls(logEvent) : logEvent, output);

    /// <summary>The same text in one line.</summary>
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
