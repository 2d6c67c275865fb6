using System.Globalization;
using System.Text;
using Serilog.Events;
using Serilog.Formatting;

namespace RgPolicy.Service.Logging;

/// <summary>
/// Keeps what comes from elsewhere, such as an application's name or a server's message, from looking like lines of its own or steering a
/// terminal: control characters and marks that turn the direction of text are written as escapes. Stack traces keep their lines.
/// </summary>
internal sealed class OneLineFormatter(ITextFormatter formatter) : ITextFormatter
{
    public void Format(LogEvent logEvent, TextWriter output) =>
        formatter.Format(logEvent.Properties.Values.Any(IsHostile) ? WithoutControls(logEvent) : logEvent, output);

    /// <summary>The same text in one line.</summary>
    internal static string Escape(string text)
    {
        var safe = new StringBuilder(text.Length);
        foreach (var each in text)
        {
            _ = each switch
            {
                '\n' => safe.Append("\\n"),
                '\r' => safe.Append("\\r"),
                '\t' => safe.Append("\\t"),
                _ when IsControl(each) => safe.Append(CultureInfo.InvariantCulture, $"\\u{(int)each:x4}"),
                _ => safe.Append(each),
            };
        }

        return safe.ToString();
    }

    private static bool IsHostile(LogEventPropertyValue value) => value is ScalarValue { Value: string text } && text.Any(IsControl);

    // Controls, line and paragraph separators, and the marks of Unicode's bidirectional algorithm (UAX 9).
    private static bool IsControl(char each) =>
        char.IsControl(each) || each is '\u2028' or '\u2029' or (>= '\u202a' and <= '\u202e') or (>= '\u2066' and <= '\u2069');

    private static LogEvent WithoutControls(LogEvent logEvent) => new(
        logEvent.Timestamp, logEvent.Level, logEvent.Exception, logEvent.MessageTemplate,
        logEvent.Properties.Select(each => new LogEventProperty(
            each.Key, IsHostile(each.Value) && each.Value is ScalarValue { Value: string text } ? new ScalarValue(Escape(text)) : each.Value)));
}
