using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using RgPolicy.Dbms.SqlServer.Compile;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>All that a plan depends on, as <c>rgp facts</c> keeps it: with it plans are made where the
/// server cannot be reached.</summary>
internal sealed record SavedServer
{
    /// <summary>The form of the document.</summary>
    public const string CurrentSchema = "rgp/facts/1";

    private static readonly SavedServerJson Json = new(
        new JsonSerializerOptions(SavedServerJson.Default.Options)
        {
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        }
    );

    /// <summary>Names the form of the document.</summary>
    public required string Schema { get; init; }

    /// <summary>When the server was read.</summary>
    public required DateTimeOffset ReadAt { get; init; }

    /// <summary>The connection, without any secret.</summary>
    public required string Target { get; init; }

    /// <summary>What the server calls itself.</summary>
    public required string Name { get; init; }

    /// <summary>What kind of server it is.</summary>
    public required SqlServerFacts Facts { get; init; }

    /// <summary>What it tells of its host.</summary>
    public required SqlServerHost Host { get; init; }

    /// <summary>Its configuration.</summary>
    public required GovernorState State { get; init; }

    /// <summary>The document.</summary>
    public string Write() => JsonSerializer.Serialize(this, Json.SavedServer) + "\n";

    /// <summary>Reads a document; null where it is none, or none of this version.</summary>
    public static SavedServer? Read(string json)
    {
        try
        {
            return
                JsonSerializer.Deserialize(json, Json.SavedServer) is { Schema: CurrentSchema } saved
                && SavedServerCheck.IsSound(saved)
                ? saved
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

/// <summary>How saved facts are written.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    UseStringEnumConverter = true,
    WriteIndented = true,
    IgnoreReadOnlyProperties = true
)]
[JsonSerializable(typeof(SavedServer))]
internal sealed partial class SavedServerJson : JsonSerializerContext;
