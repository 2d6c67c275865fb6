using Serilog.Events;
using Serilog.Formatting;

namespace RgPolicy.Service.Logging;

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
