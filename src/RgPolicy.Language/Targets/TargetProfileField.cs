using System.Text.Json;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Targets;

/// <summary>One field of a profile file, and what it takes; <see cref="ProfileJson"/> reads and writes it.</summary>
/// <param name="Name">Its name in the file.</param>
/// <param name="Takes">What it takes, for messages.</param>
/// <param name="Fits">True for a value that it takes.</param>
internal sealed record TargetProfileField(string Name, string Takes, Func<JsonElement, bool> Fits)
{
    private const int MostCores = 65_536;

    public static ImmutableArray<TargetProfileField> All { get; } =
    [
        Text("name", "a text that is not empty", text => text.Length > 0),
        OneOf("dbms_kind", SignalCatalog.Get("dbms.kind").Words),
        Text(
            "dbms_version",
            "whole numbers joined by dots in quotes, such as \"15.18\"",
            text => VersionText.Parse(text) is not null
        ),
        OneOf("operating_system", ["linux", "windows"]),
        Number("sockets", 1, MostCores),
        Number("cores", 1, MostCores),
        Number("llc_bytes", 1, 1L << 40),
        Number("l2_bytes", 1, 1L << 40),
        Number("llc_ways", 0, 64),
        Number("minimum_mask_bits", 1, 64),
        Number("classes_of_service", 0, 4096),
        Flag("has_memory_bandwidth_allocation"),
        Number("least_bandwidth_percent", 1, 100),
        Number("bandwidth_step_percent", 1, 100),
        Text(
            "shareable_bits",
            "a capacity mask in quotes, such as \"0xc0000\"",
            text => MaskJson.Parse(text) is not null
        ),
        Flag("has_sparse_masks"),
        Flag("has_code_data_prioritization"),
        Number("sub_numa_clusters", 1, 64),
        new(
            "l3_domains",
            "an array such as [{\"id\": 0, \"socket\": 0, \"bytes\": 33554432, \"cores\": \"0,2 1,3\"}], no CPU "
                + "and no id twice",
            L3DomainJson.Fit
        ),
        Texts(
            "numa_nodes",
            "an array of CPU lists, such as [\"0-7\", \"8-15\"]",
            text => CpuRanges.Parse(text) is not null
        ),
        Text("kernel_release", "a text", _ => true),
        Number("cgroup_version", 0, 2),
        Texts("capabilities", "an array of texts", _ => true),
    ];

    private static TargetProfileField Flag(string name) =>
        new(name, "true or false", value => value.ValueKind is JsonValueKind.True or JsonValueKind.False);

    private static TargetProfileField Text(string name, string takes, Predicate<string> fits) =>
        new(name, takes, value => IsText(value, fits));

    private static TargetProfileField Texts(string name, string takes, Predicate<string> fits) =>
        new(
            name,
            takes,
            value => value.ValueKind == JsonValueKind.Array && value.EnumerateArray().All(item => IsText(item, fits))
        );

    private static bool IsText(JsonElement value, Predicate<string> fits) =>
        value.ValueKind == JsonValueKind.String && value.GetString() is { } text && fits(text);

    private static TargetProfileField OneOf(string name, ImmutableArray<string> words) =>
        Text(
            name,
            "one of " + string.Join(", ", words.Select(word => $"\"{word}\"")),
            text => words.Contains(text, StringComparer.Ordinal)
        );

    private static TargetProfileField Number(string name, long low, long high) =>
        new(
            name,
            string.Create(CultureInfo.InvariantCulture, $"a whole number from {low} to {high}"),
            value =>
                value.ValueKind == JsonValueKind.Number
                && value.TryGetInt64(out var number)
                && number >= low
                && number <= high
        );
}
