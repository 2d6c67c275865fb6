using System.Text.Json;
using System.Text.Json.Serialization;

namespace RgPolicy.Language.Targets;

/// <summary>
/// L3 domains in a profile: <c>{"id": 0, "socket": 0, "bytes": 57671680, "cores": "0,44 1,45"}</c>, the
/// logical CPUs of each physical core parted by blanks.
/// </summary>
internal sealed class L3DomainJson : JsonConverter<L3Domain>
{
    private const long MostBytes = 1L << 40;
    private const int HighestId = 65_535;
    private static readonly ImmutableArray<string> Names = ["id", "socket", "bytes", "cores"];

    /// <summary>True for an array of domains that have no CPU and no number in common.</summary>
    public static bool Fit(JsonElement value)
    {
        var domains = value.ValueKind == JsonValueKind.Array ? value.EnumerateArray().Select(ReadOne).ToList() : [null];
        var cpus = domains.SelectMany(domain => domain?.Cpus ?? []).ToList();
        return !domains.Contains(null)
            && cpus.Distinct().Count() == cpus.Count
            && domains.DistinctBy(domain => domain?.Id).Count() == domains.Count;
    }

    public override L3Domain Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        ReadOne(JsonElement.ParseValue(ref reader)) ?? throw new JsonException();

    public override void Write(Utf8JsonWriter writer, L3Domain value, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        writer.WriteNumber("id", value.Id);
        writer.WriteNumber("socket", value.Socket);
        writer.WriteNumber("bytes", value.Bytes);
        writer.WriteString("cores", string.Join(' ', value.Cores.Select(CpuRanges.Format)));
        writer.WriteEndObject();
    }

    private static L3Domain? ReadOne(JsonElement item)
    {
        if (
            item.ValueKind != JsonValueKind.Object
            || item.EnumerateObject().Any(property => !Names.Contains(property.Name, StringComparer.Ordinal))
        )
            return null;

        var (id, socket) = (Number(item, "id", HighestId), Number(item, "socket", HighestId));
        var bytes = Number(item, "bytes", MostBytes) ?? 0;
        return id is { } number && ReadCores(item) is { } cores
            ? new L3Domain((int)number, (int)(socket ?? 0), bytes, cores)
            : null;
    }

    private static ImmutableArray<ImmutableArray<int>>? ReadCores(JsonElement item)
    {
        if (!item.TryGetProperty("cores", out var text) || text.ValueKind != JsonValueKind.String)
            return null;

        var cores = (text.GetString() ?? "")
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Select(CpuRanges.Parse)
            .ToList();
        return cores.Count == 0 || cores.Any(core => core is null or { IsEmpty: true })
            ? null
            : [.. cores.Select(core => core ?? [])];
    }

    private static long? Number(JsonElement item, string name, long most) =>
        item.TryGetProperty(name, out var value)
        && value.ValueKind == JsonValueKind.Number
        && value.TryGetInt64(out var number)
        && number >= 0
        && number <= most
            ? number
            : null;
}

/// <summary>One L3 cache of a target and the cores that share it.</summary>
/// <param name="Id">Its number, as the kernel's schemata name it; numbers may have gaps.</param>
/// <param name="Socket">The processor package that it belongs to, from 0.</param>
/// <param name="Bytes">Its size; 0 where it is not known.</param>
/// <param name="Cores">Its physical cores, each with its logical CPUs in ascending order.</param>
public sealed record L3Domain(int Id, int Socket, long Bytes, ImmutableArray<ImmutableArray<int>> Cores)
{
    /// <summary>Its logical CPUs, core by core.</summary>
    public IEnumerable<int> Cpus => Cores.SelectMany(core => core);
}
