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
    string Name, string Takes, Func<TargetProfile, JsonElement, TargetProfile?> Read,
    Action<TargetProfile, Utf8JsonWriter> Write)
{
    private const int MostCores = 65_536;

    private static readonly ImmutableArray<string> Systems = ["linux", "windows"];

    public static ImmutableArray<TargetProfileField> All { get; } =
    [
        Text("name", "a text that is not empty", text => text.Length > 0, profile => profile.Name,
            (profile, value) => profile with { Name = value }),
        OneOf("dbms_kind", SignalCatalog.Get("dbms.kind").Words, profile => profile.DbmsKind,
            (profile, value) => profile with { DbmsKind = value }),
        Text("dbms_version", "whole numbers joined by dots in quotes, such as \"15.18\"", text => VersionText.Parse(text) is not null,
            profile => string.Join('.', profile.DbmsVersion.Select(part => part.ToString(CultureInfo.InvariantCulture))),
            (profile, value) => profile with { DbmsVersion = VersionText.Parse(value) ?? [] }),
        OneOf("operating_system", Systems, profile => profile.OperatingSystem,
            (profile, value) => profile with { OperatingSystem = value }),
        Number("sockets", 1, MostCores, profile => profile.Sockets, (profile, value) => profile with { Sockets = (int)value }),
        Number("cores", 1, MostCores, profile => profile.Cores, (profile, value) => profile with { Cores = (int)value }),
        Number("llc_bytes", 1, 1L << 40, profile => profile.LlcBytes, (profile, value) => profile with { LlcBytes = value }),
        Number("llc_ways", 0, 64, profile => profile.LlcWays, (profile, value) => profile with { LlcWays = (int)value }),
        Number("minimum_mask_bits", 1, 64, profile => profile.MinimumMaskBits,
            (profile, value) => profile with { MinimumMaskBits = (int)value }),
        Number("classes_of_service", 0, 4096, profile => profile.ClassesOfService,
            (profile, value) => profile with { ClassesOfService = (int)value }),
        new("has_memory_bandwidth_allocation", "true or false",
            (profile, value) => value.ValueKind is JsonValueKind.True or JsonValueKind.False
                ? profile with { HasMemoryBandwidthAllocation = value.GetBoolean() } : null,
            (profile, writer) => writer.WriteBooleanValue(profile.HasMemoryBandwidthAllocation)),
    ];

    private static TargetProfileField Text(
        string name, string takes, Func<string, bool> fits, Func<TargetProfile, string> get,
        Func<TargetProfile, string, TargetProfile> set) =>
        new(name, takes,
            (profile, value) => value.ValueKind == JsonValueKind.String && value.GetString() is { } text && fits(text)
                ? set(profile, text) : null,
            (profile, writer) => writer.WriteStringValue(get(profile)));

    private static TargetProfileField OneOf(
        string name, ImmutableArray<string> words, Func<TargetProfile, string> get,
        Func<TargetProfile, string, TargetProfile> set) =>
        Text(name, "one of " + string.Join(", ", words.Select(word => $"\"{word}\"")),
            text => words.Contains(text, StringComparer.Ordinal), get, set);

    private static TargetProfileField Number(
        string name, long low, long high, Func<TargetProfile, long> get, Func<TargetProfile, long, TargetProfile> set) =>
        new(name, string.Create(CultureInfo.InvariantCulture, $"a whole number from {low} to {high}"),
            (profile, value) => value.ValueKind == JsonValueKind.Number && value.TryGetInt64(out var number)
                && number >= low && number <= high ? set(profile, number) : null,
            (profile, writer) => writer.WriteNumberValue(get(profile)));
}
