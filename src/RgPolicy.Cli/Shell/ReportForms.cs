using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using RgPolicy.Engine.Compile.Phases;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Replaying;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Suggesting;

namespace RgPolicy.Cli.Shell;

/// <summary>Records that reports hold as they are: their members are named after their properties.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(AuditCheck))]
[JsonSerializable(typeof(IEnumerable<StepEffect>))]
[JsonSerializable(typeof(IEnumerable<ReplayedClass>))]
[JsonSerializable(typeof(IEnumerable<ClassChange>))]
[JsonSerializable(typeof(ShortTally))]
[JsonSerializable(typeof(IEnumerable<UnknownWork>))]
[JsonSerializable(typeof(IEnumerable<SettingProblem>))]
internal sealed partial class ReportForms : JsonSerializerContext;

internal static class ReportMembers
{
    /// <summary>A member that holds a record, or null.</summary>
    public static void Write<T>(this Utf8JsonWriter json, string name, T? value, JsonTypeInfo<T> form)
        where T : class
    {
        json.WritePropertyName(name);
        if (value is null)
            json.WriteNullValue();
        else
            JsonSerializer.Serialize(json, value, form);
    }
}
