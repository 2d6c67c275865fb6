using System.Text.Json;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Targets;

/// <summary>One field of a profile file: how it is read, checked and written.</summary>
/// <param name="Name">Its name in the file.</param>
/// <param name="Takes">What it takes, for messages.</param>
/// <param name="Read">The profile with the value, or null when the value does not fit.</param>
/// <param name="Write">Writes the profile's value.</param>
internal sealed record TargetProfileField(
    string Name,
    string Takes,
    Func<TargetProfile, JsonElement, TargetProfile?> Read,
    Action<TargetProfile, Utf8JsonWriter> Write
)
{
    private const int MostCores = 65_536;

    private static readonly ImmutableArray<string> Systems = ["linux", "windows"];

    public static ImmutableArray<TargetProfileField> All { get; } =
    [
        Text(
            "name",
            "a text that is not empty",
            text => text.Length > 0,
            it => it.Name,
            (it, value) => it with { Name = value }
        ),
        OneOf(
            "dbms_kind",
            SignalCatalog.Get("dbms.kind").Words,
            it => it.DbmsKind,
            (it, value) => it with { DbmsKind = value }
        ),
        Text(
            "dbms_version",
            "whole numbers joined by dots in quotes, such as \"15.18\"",
            text => VersionText.Parse(text) is not null,
            it => string.Join('.', it.DbmsVersion.Select(part => part.ToString(CultureInfo.InvariantCulture))),
            (it, value) => it with { DbmsVersion = VersionText.Parse(value) ?? [] }
        ),
        OneOf(
            "operating_system",
            Systems,
            it => it.OperatingSystem,
            (it, value) => it with { OperatingSystem = value }
        ),
        Number("sockets", 1, MostCores, it => it.Sockets, (it, value) => it with { Sockets = (int)value }),
        Number("cores", 1, MostCores, it => it.Cores, (it, value) => it with { Cores = (int)value }),
        Number("llc_bytes", 1, 1L << 40, it => it.LlcBytes, (it, value) => it with { LlcBytes = value }),
        Number("l2_bytes", 1, 1L << 40, it => it.L2Bytes, (it, value) => it with { L2Bytes = value }),
        Number("llc_ways", 0, 64, it => it.LlcWays, (it, value) => it with { LlcWays = (int)value }),
        Number(
            "minimum_mask_bits",
            1,
            64,
            it => it.MinimumMaskBits,
            (it, value) => it with { MinimumMaskBits = (int)value }
        ),
        Number(
            "classes_of_service",
            0,
            4096,
            it => it.ClassesOfService,
            (it, value) => it with { ClassesOfService = (int)value }
        ),
        Flag(
            "has_memory_bandwidth_allocation",
            it => it.HasMemoryBandwidthAllocation,
            (it, value) => it with { HasMemoryBandwidthAllocation = value }
        ),
        Number(
            "least_bandwidth_percent",
            1,
            100,
            it => it.LeastBandwidthPercent,
            (it, value) => it with { LeastBandwidthPercent = (int)value }
        ),
        Number(
            "bandwidth_step_percent",
            1,
            100,
            it => it.BandwidthStepPercent,
            (it, value) => it with { BandwidthStepPercent = (int)value }
        ),
        Text(
            "shareable_bits",
            "a capacity mask in quotes, such as \"0xc0000\"",
            text => Mask(text) is not null,
            it => string.Create(CultureInfo.InvariantCulture, $"0x{it.ShareableBits:x}"),
            (it, value) => it with { ShareableBits = Mask(value) ?? 0 }
        ),
        Flag("has_sparse_masks", it => it.HasSparseMasks, (it, value) => it with { HasSparseMasks = value }),
        Flag(
            "has_code_data_prioritization",
            it => it.HasCodeDataPrioritization,
            (it, value) => it with { HasCodeDataPrioritization = value }
        ),
        Number(
            "sub_numa_clusters",
            1,
            64,
            it => it.SubNumaClusters,
            (it, value) => it with { SubNumaClusters = (int)value }
        ),
        new(
            "l3_domains",
            "an array such as [{\"id\": 0, \"socket\": 0, \"bytes\": 33554432, \"cores\": \"0,2 1,3\"}], no CPU "
                + "and no id twice",
            (it, value) => L3DomainJson.Read(value) is { } domains ? it with { L3Domains = domains } : null,
            (it, writer) => L3DomainJson.Write(writer, it.L3Domains)
        ),
        new(
            "numa_nodes",
            "an array of CPU lists, such as [\"0-7\", \"8-15\"]",
            (it, value) => CpuLists(value) is { } nodes ? it with { NumaNodes = nodes } : null,
            (it, writer) => Texts(writer, it.NumaNodes.Select(CpuRanges.Format))
        ),
        Text(
            "kernel_release",
            "a text",
            _ => true,
            it => it.KernelRelease,
            (it, value) => it with { KernelRelease = value }
        ),
        Number("cgroup_version", 0, 2, it => it.CgroupVersion, (it, value) => it with { CgroupVersion = (int)value }),
        new(
            "capabilities",
            "an array of texts",
            (it, value) => TextsOf(value) is { } texts ? it with { Capabilities = texts } : null,
            (it, writer) => Texts(writer, it.Capabilities)
        ),
    ];

    private static TargetProfileField Flag(
        string name,
        Func<TargetProfile, bool> get,
        Func<TargetProfile, bool, TargetProfile> set
    ) =>
        new(
            name,
            "true or false",
            (profile, value) =>
                value.ValueKind is JsonValueKind.True or JsonValueKind.False ? set(profile, value.GetBoolean()) : null,
            (profile, writer) => writer.WriteBooleanValue(get(profile))
        );

    private static ulong? Mask(string text) =>
        text.StartsWith("0x", StringComparison.Ordinal)
        && ulong.TryParse(text.AsSpan(2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var mask)
            ? mask
            : null;

    private static ImmutableArray<ImmutableArray<int>>? CpuLists(JsonElement value)
    {
        var lists = TextsOf(value)?.Select(CpuRanges.Parse).ToList();
        return lists is null || lists.Any(list => list is null) ? null : [.. lists.Select(list => list ?? [])];
    }

    private static ImmutableArray<string>? TextsOf(JsonElement value) =>
        value.ValueKind == JsonValueKind.Array
        && value.EnumerateArray().All(item => item.ValueKind == JsonValueKind.String)
            ? [.. value.EnumerateArray().Select(item => item.GetString() ?? "")]
            : null;

    private static void Texts(Utf8JsonWriter writer, IEnumerable<string> texts)
    {
        writer.WriteStartArray();
        foreach (var text in texts)
        {
            writer.WriteStringValue(text);
        }

        writer.WriteEndArray();
    }

    private static TargetProfileField Text(
        string name,
        string takes,
        Func<string, bool> fits,
        Func<TargetProfile, string> get,
        Func<TargetProfile, string, TargetProfile> set
    ) =>
        new(
            name,
            takes,
            (profile, value) =>
                value.ValueKind == JsonValueKind.String && value.GetString() is { } text && fits(text)
                    ? set(profile, text)
                    : null,
            (profile, writer) => writer.WriteStringValue(get(profile))
        );

    private static TargetProfileField OneOf(
        string name,
        ImmutableArray<string> words,
        Func<TargetProfile, string> get,
        Func<TargetProfile, string, TargetProfile> set
    ) =>
        Text(
            name,
            "one of " + string.Join(", ", words.Select(word => $"\"{word}\"")),
            text => words.Contains(text, StringComparer.Ordinal),
            get,
            set
        );

    private static TargetProfileField Number(
        string name,
        long low,
        long high,
        Func<TargetProfile, long> get,
        Func<TargetProfile, long, TargetProfile> set
    ) =>
        new(
            name,
            string.Create(CultureInfo.InvariantCulture, $"a whole number from {low} to {high}"),
            (profile, value) =>
                value.ValueKind == JsonValueKind.Number
                && value.TryGetInt64(out var number)
                && number >= low
                && number <= high
                    ? set(profile, number)
                    : null,
            (profile, writer) => writer.WriteNumberValue(get(profile))
        );
}
