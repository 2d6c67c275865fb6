using System.Globalization;
using System.Text.Json;
using RgPolicy.Engine.Documents;

namespace RgPolicy.Engine.Explain;

/// <summary>Writes the member <c>allotment</c> of <c>rgp/why/1</c>.</summary>
internal static class AllotmentJson
{
    public static void Write(Utf8JsonWriter json, ExplainedAllotment allotment)
    {
        json.WriteStartObject("allotment");
        json.WriteString("pool", allotment.Pool);
        json.WriteNumber("number", allotment.Number);
        json.WriteNumberOrNull("cpu_share", (decimal?)allotment.CpuShare);
        WriteCores(json, allotment);
        json.WriteNumberOrNull("memory_bandwidth_percent", allotment.MemoryBandwidthPercent);
        json.WriteBoolean("low_io_priority", allotment.LowIoPriority);
        json.WriteNumberOrNull("read_bytes_per_second", allotment.ReadBytesPerSecond);
        json.WriteNumberOrNull("reads_per_second", allotment.ReadsPerSecond);
        json.WriteNumberOrNull("service_class", allotment.ServiceClass);
        json.WriteTexts("shares_class_with", allotment.SharesClassWith);
        json.WriteTexts("cache_notes", allotment.CacheNotes);
        json.WriteObjects("masks", allotment.Masks, mask =>
        {
            json.WriteNumber("l3", mask.Domain);
            json.WriteString("before", Hex(mask.Before));
            json.WriteString("after", Hex(mask.After));
        });
        json.WriteEndObject();
    }

    private static void WriteCores(Utf8JsonWriter json, ExplainedAllotment allotment)
    {
        if (allotment.Cores is not { } cores)
        {
            json.WriteNull("cores");
            return;
        }

        json.WriteStartArray("cores");
        foreach (var core in cores)
        {
            json.WriteNumberValue(core);
        }

        json.WriteEndArray();
    }

    private static string Hex(ulong mask) => "0x" + mask.ToString("x", CultureInfo.InvariantCulture);
}
