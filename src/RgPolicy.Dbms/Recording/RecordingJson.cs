using System.Text.Json.Serialization.Metadata;

namespace RgPolicy.Dbms.Recording;

/// <summary>Writes and reads lines by generated code.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    IgnoreReadOnlyProperties = true,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    MaxDepth = 8,
    Converters = [
        typeof(TextConverter),
        typeof(SecondsConverter),
        typeof(MomentConverter),
        typeof(EnumConverter<StatementKind>),
        typeof(EnumConverter<PlanState>),
        typeof(EnumConverter<PlanShape>),
        typeof(EnumConverter<Provenance>),
        typeof(EnumConverter<CacheUse>),
        typeof(EnumConverter<PlanLocality>),
        typeof(EnumConverter<Temporality>),
        typeof(EnumConverter<OperatorFamily>),
    ]
)]
[JsonSerializable(typeof(SchemaRecord))]
[JsonSerializable(typeof(HeaderRecord))]
[JsonSerializable(typeof(RecordingLine))]
internal sealed partial class RecordingJson : JsonSerializerContext;

/// <summary>The lines that there are. Facts of the engine are written whole and must be whole when they are read;
/// records of this folder leave out what is false, 0 or null.</summary>
internal static class RecordingTypes
{
    private static readonly string[] MayBeMissing = ["text", "digest", "profile", "table", "processors"];

    private static readonly Type[] Ours =
    [
        typeof(SchemaRecord),
        typeof(HeaderRecord),
        typeof(ServerRecord),
        typeof(HostRecord),
        typeof(RecordingLine),
        typeof(PollRecord),
        typeof(QueryRecord),
        typeof(LocksRecord),
    ];

    private static readonly JsonSerializerOptions Checked = new(RecordingJson.Default.Options)
    {
        TypeInfoResolver = RecordingJson.Default.WithAddedModifier(Check),
    };

    /// <summary>The first line as far as it tells whether the rest can be read.</summary>
    public static JsonTypeInfo<SchemaRecord> Schema { get; } = Of<SchemaRecord>();

    public static JsonTypeInfo<HeaderRecord> Header { get; } = Of<HeaderRecord>();
    public static JsonTypeInfo<RecordingLine> Line { get; } = Of<RecordingLine>();

    private static JsonTypeInfo<T> Of<T>() => (JsonTypeInfo<T>)Checked.GetTypeInfo(typeof(T));

    private static void Check(JsonTypeInfo type)
    {
        var isOurs = Ours.Contains(type.Type);
        foreach (var property in type.Properties)
        {
            if (isOurs)
                property.ShouldSerialize = static (_, value) => value is not (null or false or 0);
            else if (property.Set is not null)
                property.IsRequired =
                    Nullable.GetUnderlyingType(property.PropertyType) is null
                    && !MayBeMissing.Contains(property.Name, StringComparer.Ordinal);
        }
    }
}

/// <summary>Texts, in lists too, are never null.</summary>
internal sealed class TextConverter : JsonConverter<string>
{
    public override bool HandleNull => true;

    public override string Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.GetString() ?? throw new JsonException("a text is null");

    public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value);
}

/// <summary>Durations are seconds, exact to the tick, neither negative nor absurd.</summary>
internal sealed class SecondsConverter : JsonConverter<TimeSpan>
{
    private static readonly TimeSpan Longest = TimeSpan.FromDays(10_000);

    public override TimeSpan Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.GetDecimal() is var seconds && seconds >= 0 && seconds <= (decimal)Longest.TotalSeconds
            ? TimeSpan.FromTicks((long)(seconds * TimeSpan.TicksPerSecond))
            : throw new JsonException("a duration is out of its range");

    public override void Write(Utf8JsonWriter writer, TimeSpan value, JsonSerializerOptions options) =>
        writer.WriteNumberValue((decimal)Math.Clamp(value.Ticks, 0, Longest.Ticks) / TimeSpan.TicksPerSecond);
}

/// <summary>Moments are those of UTC, far enough from the calendar's ends for durations to be added.</summary>
internal sealed class MomentConverter : JsonConverter<DateTimeOffset>
{
    public override DateTimeOffset Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.GetDateTimeOffset() is { Year: > 1 and < 9000 } moment
            ? moment.ToUniversalTime()
            : throw new JsonException("a moment is out of its range");

    public override void Write(Utf8JsonWriter writer, DateTimeOffset value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.UtcDateTime);
}

/// <summary>Values of an enum are its words in small letters; no others are read.</summary>
internal sealed class EnumConverter<T> : JsonConverter<T>
    where T : struct, Enum
{
    private static readonly FrozenDictionary<T, string> Words = Enum.GetValues<T>()
        .ToFrozenDictionary(value => value, value => JsonNamingPolicy.SnakeCaseLower.ConvertName(value.ToString()));

    private static readonly FrozenDictionary<string, T> Values = Words.ToFrozenDictionary(
        pair => pair.Value,
        pair => pair.Key,
        StringComparer.Ordinal
    );

    public override T Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType == JsonTokenType.String && Values.TryGetValue(reader.GetString() ?? "", out var value)
            ? value
            : throw new JsonException("a word is not known");

    public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) =>
        writer.WriteStringValue(Words[value]);
}
