using System.Text.Json;
using RgPolicy.Service.Reactions;

namespace RgPolicy.Service.Status;

/// <summary>Numbers in JSON documents: absent is null, durations are seconds.</summary>
public static class Numbers
{
    /// <summary>A number, or null.</summary>
    public static void WriteOptional(Utf8JsonWriter json, string name, double? value)
    {
        if (value is { } present)
        {
            json.WriteNumber(name, present);
        }
        else
        {
            json.WriteNull(name);
        }
    }

    /// <summary>The quantiles of a histogram in seconds with its count; null where nothing was counted.</summary>
    public static void WriteQuantiles(Utf8JsonWriter json, string name, DurationHistogram histogram) =>
        WriteQuantiles(json, name, DurationSummary.Of(histogram));

    /// <inheritdoc cref="WriteQuantiles(Utf8JsonWriter, string, DurationHistogram)"/>
    public static void WriteQuantiles(Utf8JsonWriter json, string name, DurationSummary durations)
    {
        ArgumentNullException.ThrowIfNull(durations);
        if (durations.Count == 0)
        {
            json.WriteNull(name);
            return;
        }

        json.WriteStartObject(name);
        json.WriteNumber("count", durations.Count);
        WriteOptional(json, "p50", durations.Median?.TotalSeconds);
        WriteOptional(json, "p95", durations.P95?.TotalSeconds);
        WriteOptional(json, "p99", durations.P99?.TotalSeconds);
        json.WriteNumber("max", durations.Maximum.TotalSeconds);
        json.WriteEndObject();
    }
}
