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
    public static void WriteQuantiles(Utf8JsonWriter json, string name, DurationHistogram histogram)
    {
        if (histogram.Count == 0)
        {
            json.WriteNull(name);
            return;
        }

        json.WriteStartObject(name);
        json.WriteNumber("count", histogram.Count);
        WriteOptional(json, "p50", histogram.Quantile(0.5)?.TotalSeconds);
        WriteOptional(json, "p95", histogram.Quantile(0.95)?.TotalSeconds);
        WriteOptional(json, "p99", histogram.Quantile(0.99)?.TotalSeconds);
        json.WriteNumber("max", histogram.Maximum.TotalSeconds);
        json.WriteEndObject();
    }
}
