using System.Text.Json;
using RgPolicy.Engine.Documents;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Service.Status;

/// <summary>The masks of CPUs, in a status: wished for, and as the sidecar read them back.</summary>
internal static class CoreMasksJson
{
    /// <summary>Writes them; null where CPUs have no masks of their own by this way.</summary>
    public static void Write(Utf8JsonWriter json, CoreMaskState? masks)
    {
        if (masks is null)
        {
            json.WriteNull("core_masks");
            return;
        }

        json.WriteStartObject("core_masks");
        json.WriteString("problem", masks.Problem);
        json.WriteBoolean("is_ready", masks.IsReady);
        json.WriteObjects("pools", masks.Pools, pool =>
        {
            json.WriteString("name", pool.Name);
            json.WriteString("cpus", CorePoolWords.Cpus(pool));
            json.WriteString("masks", CorePoolWords.Masks(pool));
            json.WriteString("reason", pool.Reason);
            WriteReadBack(json, masks.ReadBack.FirstOrDefault(each => each.Number == pool.Number));
        });
        json.WriteEndObject();
    }

    private static void WriteReadBack(Utf8JsonWriter json, PoolOutcome? outcome)
    {
        if (outcome is null)
        {
            json.WriteNull("read_back");
            return;
        }

        json.WriteStartObject("read_back");
        json.WriteString("cache_mask", outcome.CacheMask);
        json.WriteString("cpus", outcome.CacheCpus);
        json.WriteTexts("problems", outcome.Problems);
        json.WriteEndObject();
    }
}
