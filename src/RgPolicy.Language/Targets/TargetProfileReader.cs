using System.Buffers;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Numbers;

namespace RgPolicy.Language.Targets;

/// <summary>Target profiles as JSON objects with <c>snake_case</c> fields; sizes in bytes, the version
/// as a text.</summary>
public static class TargetProfileReader
{
    private static readonly JsonDocumentOptions Lenient = new()
    {
        AllowTrailingCommas = true,
        CommentHandling = JsonCommentHandling.Skip,
        MaxDepth = 8,
    };

    /// <summary>Reads a profile. Only <c>name</c> must be there; what is left out is as in <c>generic</c>.</summary>
    public static TargetProfileCheck Read(string json)
    {
        try
        {
            using var document = JsonDocument.Parse(json.TrimStart('\uFEFF'), Lenient);
            return Read(document.RootElement);
        }
        catch (JsonException problem)
        {
            var line = (problem.LineNumber ?? 0) + 1;
            return Refuse(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"Line {line} is not JSON: a profile is one "
                        + $"object, such as {{\"name\": \"db1\", \"cores\": 8}}."
                )
            );
        }
        catch (Exception problem) when (problem is ArgumentException or InvalidOperationException)
        {
            return Refuse("The file holds text that is not Unicode.");
        }
    }

    /// <summary>Writes a profile so that <see cref="Read(string)"/> gives the same again.</summary>
    public static string Write(TargetProfile profile)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer, new JsonWriterOptions { Indented = true }))
        {
            Write(profile, writer);
        }

        return Encoding.UTF8.GetString(buffer.WrittenSpan).ReplaceLineEndings("\n");
    }

    /// <summary>The same inside a document.</summary>
    public static void Write(TargetProfile profile, Utf8JsonWriter writer) =>
        JsonSerializer.Serialize(writer, profile, ProfileJson.Default.TargetProfile);

    private static TargetProfileCheck Read(JsonElement root)
    {
        if (root.ValueKind != JsonValueKind.Object)
            return Refuse("A profile is one JSON object, such as {\"name\": \"db1\", \"cores\": 8}.");

        // What is left out is as in `generic`.
        var whole = JsonSerializer.SerializeToNode(new TargetProfile { Name = "" }, ProfileJson.Default.TargetProfile);
        foreach (var property in root.EnumerateObject())
        {
            var field = TargetProfileField.All.FirstOrDefault(known => property.NameEquals(known.Name));
            if (field is null)
                return Refuse(UnknownField(property.Name));

            if (whole is null || !field.Fits(property.Value))
                return Refuse($"`{field.Name}` takes {field.Takes}.");

            whole[field.Name] = JsonNode.Parse(property.Value.GetRawText(), documentOptions: Lenient);
        }

        return Finish(whole.Deserialize(ProfileJson.Default.TargetProfile) ?? TargetProfile.Generic);
    }

    private static TargetProfileCheck Finish(TargetProfile profile)
    {
        if (profile.Name.Length == 0)
            return Refuse("The profile has no `name`.");

        if (profile.MinimumMaskBits > Math.Max(1, profile.LlcWays))
            return Refuse("`minimum_mask_bits` is above `llc_ways`.");

        if (profile.Sockets > profile.Cores)
            return Refuse("`sockets` is above `cores`.");

        var cpus = profile.L3Domains.Sum(domain => domain.Cores.Sum(core => core.Length));
        if (cpus > 0 && cpus != profile.Cores)
        {
            return Refuse(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"`l3_domains` has {cpus} logical CPUs and `cores` says {profile.Cores}."
                )
            );
        }

        return profile.ShareableBits >> profile.LlcWays != 0 && profile.LlcWays < 64
            ? Refuse("`shareable_bits` names ways that are not there: `llc_ways` is lower.")
            : new TargetProfileCheck(profile, null);
    }

    private static string UnknownField(string name)
    {
        var meant = NameSuggestion.Find(name, TargetProfileField.All.Select(field => field.Name));
        return $"A profile has no field `{name}`."
            + (
                meant is null
                    ? $" Fields: {string.Join(", ", TargetProfileField.All.Select(field => field.Name))}."
                    : $" Did you mean `{meant}`?"
            );
    }

    private static TargetProfileCheck Refuse(string error) => new(null, error);
}

/// <summary>A target profile, or what is wrong with it.</summary>
/// <param name="Profile">The profile; null when there is an error.</param>
/// <param name="Error">What is wrong and what to write instead; null when there is a profile.</param>
public sealed record TargetProfileCheck(TargetProfile? Profile, string? Error);

/// <summary>Profiles as JSON: their properties by name, versions, masks and CPUs as texts.</summary>
[JsonSerializable(typeof(TargetProfile))]
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    IgnoreReadOnlyProperties = true,
    Converters = [typeof(CpuListJson), typeof(L3DomainJson)]
)]
internal sealed partial class ProfileJson : JsonSerializerContext;

/// <summary>A value that is a text in JSON.</summary>
internal abstract class TextJson<T>(Func<string, T> read, Func<T, string> write) : JsonConverter<T>
{
    public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        read(reader.GetString() ?? "");

    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) =>
        writer.WriteStringValue(write(value));
}

internal sealed class VersionJson()
    : TextJson<ImmutableArray<long>>(
        text => VersionText.Parse(text) ?? [],
        parts => string.Join('.', parts.Select(part => part.ToString(CultureInfo.InvariantCulture)))
    );

internal sealed class CpuListJson()
    : TextJson<ImmutableArray<int>>(text => CpuRanges.Parse(text) ?? [], CpuRanges.Format);

internal sealed class MaskJson()
    : TextJson<ulong>(text => Parse(text) ?? 0, mask => string.Create(CultureInfo.InvariantCulture, $"0x{mask:x}"))
{
    public static ulong? Parse(string text) =>
        text.StartsWith("0x", StringComparison.Ordinal)
        && ulong.TryParse(text.AsSpan(2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var mask)
            ? mask
            : null;
}
