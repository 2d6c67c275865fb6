using Serilog.Events;

namespace RgPolicy.Service.Logging;

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
