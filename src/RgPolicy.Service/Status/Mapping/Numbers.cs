using System.Text.Json;
using RgPolicy.Documents;
using RgPolicy.Service.Reactions;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>Durations in documents that are written member by member.</summary>
public static class Numbers
{
    /// <summary>The quantiles of a histogram in seconds with its count; null where nothing was counted.</summary>
    public static void WriteQuantiles(Utf8JsonWriter json, string name, DurationHistogram histogram)
    {
        ArgumentNullException.ThrowIfNull(json);
        json.WritePropertyName(name);
        if (StatusMapper.Quantiles(DurationSummary.Of(histogram)) is { } quantiles)
        {
            JsonSerializer.Serialize(json, quantiles, DocumentFormat.Quantiles);
        }
        else
        {
            json.WriteNullValue();
        }
    }
}
