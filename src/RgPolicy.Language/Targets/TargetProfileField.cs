using System.Collections.Immutable;
using System.Globalization;
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
            profile => profile.Name,
            (profile, value) => profile with { Name = value }
        ),
        OneOf(
            "dbms_kind",
            SignalCatalog.Get("dbms.kind").Words,
            profile => profile.DbmsKind,
            (profile, value) => profile with { DbmsKind = value }
        ),
        Text(
            "dbms_version",
            "whole numbers joined by dots in quotes, such as \"15.18\"",
            text => VersionText.Parse(text) is not null,
            profile =>
                string.Join('.', profile.DbmsVersion.Select(part => part.ToString(CultureInfo.InvariantCulture))),
            (profile, value) => profile with { DbmsVersion = VersionText.Parse(value) ?? [] }
        ),
        OneOf(
            "operating_system",
            Systems,
            profile => profile.OperatingSystem,
            (profile, value) => profile with { OperatingSystem = value }
        ),
        Number(
            "sockets",
            1,
            MostCores,
            profile => profile.Sockets,
            (profile, value) => profile with { Sockets = (int)value }
        ),
        Number(
            "cores",
            1,
            MostCores,
            profile => profile.Cores,
            (profile, value) => profile with { Cores = (int)value }
        ),
        Number(
            "llc_bytes",
            1,
            1L << 40,
            profile => profile.LlcBytes,
            (profile, value) => profile with { LlcBytes = value }
        ),
        Number(
            "l2_bytes",
            1,
            1L << 40,
            profile => profile.L2Bytes,
            (profile, value) => profile with { L2Bytes = value }
        ),
        Number(
            "llc_ways",
            0,
            64,
            profile => profile.LlcWays,
            (profile, value) => profile with { LlcWays = (int)value }
        ),
        Number(
            "minimum_mask_bits",
            1,
            64,
            profile => profile.MinimumMaskBits,
            (profile, value) => profile with { MinimumMaskBits = (int)value }
        ),
        Number(
            "classes_of_service",
            0,
            4096,
            profile => profile.ClassesOfService,
            (profile, value) => profile with { ClassesOfService = (int)value }
        ),
        Flag(
            "has_memory_bandwidth_allocation",
            profile => profile.HasMemoryBandwidthAllocation,
            (profile, value) => profile with { HasMemoryBandwidthAllocation = value }
        ),
        Number(
            "least_bandwidth_percent",
            1,
            100,
            profile => profile.LeastBandwidthPercent,
            (profile, value) => profile with { LeastBandwidthPercent = (int)value }
        ),
        Number(
            "bandwidth_step_percent",
            1,
            100,
            profile => profile.BandwidthStepPercent,
            (profile, value) => profile with { BandwidthStepPercent = (int)value }
        ),
        Text(
            "shareable_bits",
            "a capacity mask in quotes, such as \"0xc0000\"",
            text => Mask(text) is not null,
            profile => string.Create(CultureInfo.InvariantCulture, $"0x{profile.ShareableBits:x}"),
            (profile, value) => profile with { ShareableBits = Mask(value) ?? 0 }
        ),
        Flag(
            "has_sparse_masks",
            profile => profile.HasSparseMasks,
            (profile, value) => profile with { HasSparseMasks = value }
        ),
        Flag(
            "has_code_data_prioritization",
            profile => profile.HasCodeDataPrioritization,
            (profile, value) => profile with { HasCodeDataPrioritization = value }
        ),
        Number(
            "sub_numa_clusters",
            1,
            64,
            profile => profile.SubNumaClusters,
            (profile, value) => profile with { SubNumaClusters = (int)value }
        ),
        new(
            "l3_domains",
            "an array such as [{\"id\": 0, \"socket\": 0, \"bytes\": 33554432, \"cores\": \"0,2 1,3\"}], no CPU "
                + "and no id twice",
            (profile, value) => L3DomainJson.Read(value) is { } domains ? profile with { L3Domains = domains } : null,
            (profile, writer) => L3DomainJson.Write(writer, profile.L3Domains)
        ),
        new(
            "numa_nodes",
            "an array of CPU lists, such as [\"0-7\", \"8-15\"]",
            (profile, value) => CpuLists(value) is { } nodes ? profile with { NumaNodes = nodes } : null,
            (profile, writer) => Texts(writer, profile.NumaNodes.Select(CpuRanges.Format))
        ),
        Text(
            "kernel_release",
            "a text",
            _ => true,
            profile => profile.KernelRelease,
            (profile, value) => profile with { KernelRelease = value }
        ),
        Number(
            "cgroup_version",
            0,
            2,
            profile => profile.CgroupVersion,
            (profile, value) => profile with { CgroupVersion = (int)value }
        ),
        new(
            "capabilities",
            "an array of texts",
            (profile, value) => TextsOf(value) is { } texts ? profile with { Capabilities = texts } : null,
            (profile, writer) => Texts(writer, profile.Capabilities)
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
