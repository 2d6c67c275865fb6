using System.Text.Json;

namespace RgPolicy.Language.Targets;

/// <summary>
/// L3 domains in a profile: <c>{"id": 0, "socket": 0, "bytes": 57671680, "cores": "0,44 1,45"}</c>, the
/// logical CPUs of each physical core parted by blanks.
/// </summary>
internal static class L3DomainJson
{
    private const long MostBytes = 1L << 40;
    private const int HighestId = 65_535;
    private static readonly ImmutableArray<string> Names = ["id", "socket", "bytes", "cores"];

    /// <summary>The domains, or null when they are not written as they should be.</summary>
    public static ImmutableArray<L3Domain>? Read(JsonElement value)
    {
        if (value.ValueKind != JsonValueKind.Array)
        {
            return null;
        }

        var domains = ImmutableArray.CreateBuilder<L3Domain>();
        foreach (var item in value.EnumerateArray())
        {
            if (ReadOne(item) is not { } domain)
            {
                return null;
            }

            domains.Add(domain);
        }

        return AreApart(domains) ? domains.ToImmutable() : null;
    }

    public static void Write(Utf8JsonWriter writer, ImmutableArray<L3Domain> domains)
    {
        writer.WriteStartArray();
        foreach (var domain in domains)
        {
            writer.WriteStartObject();
            writer.WriteNumber("id", domain.Id);
            writer.WriteNumber("socket", domain.Socket);
            writer.WriteNumber("bytes", domain.Bytes);
            writer.WriteString("cores", string.Join(' ', domain.Cores.Select(CpuRanges.Format)));
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }

    private static L3Domain? ReadOne(JsonElement item)
    {
        if (
            item.ValueKind != JsonValueKind.Object
            || item.EnumerateObject().Any(property => !Names.Contains(property.Name, StringComparer.Ordinal))
        )
        {
            return null;
        }

        var (id, socket) = (Number(item, "id", HighestId), Number(item, "socket", HighestId));
        var bytes = Number(item, "bytes", MostBytes) ?? 0;
        return id is { } number && ReadCores(item) is { } cores
            ? new L3Domain((int)number, (int)(socket ?? 0), bytes, cores)
            : null;
    }

    private static ImmutableArray<ImmutableArray<int>>? ReadCores(JsonElement item)
    {
        if (!item.TryGetProperty("cores", out var text) || text.ValueKind != JsonValueKind.String)
        {
            return null;
        }

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

    private static bool AreApart(ImmutableArray<L3Domain>.Builder domains)
    {
        var cpus = domains.SelectMany(domain => domain.Cpus).ToList();
        return cpus.Distinct().Count() == cpus.Count
            && domains.Select(domain => domain.Id).Distinct().Count() == domains.Count;
    }
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
