using System.Buffers;
using System.Security.Cryptography;
using System.Text.Encodings.Web;

namespace RgPolicy.Dbms.Configure;

internal static class ChangePlanFile
{
    private static readonly ChangePlanJson Json = new(
        new JsonSerializerOptions(ChangePlanJson.Default.Options)
        {
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        }
    );

    public static ChangePlan Seal(ChangePlan plan) => plan with { Digest = DigestOf(plan) };

    public static string Write(ChangePlan plan) => JsonSerializer.Serialize(plan, Json.ChangePlan) + "\n";

    public static JsonElement ToElement(ChangePlan plan) => JsonSerializer.SerializeToElement(plan, Json.ChangePlan);

    /// <returns>The plan, or what is wrong with the document; exactly one of the two.</returns>
    public static (ChangePlan? Plan, string? Problem) Read(string json)
    {
        try
        {
            var plan = JsonSerializer.Deserialize(json, Json.ChangePlan);
            return plan switch
            {
                null or { Schema: not ChangePlan.CurrentSchema } => (null, "it is not a plan of this version"),
                _ when plan.Digest != DigestOf(plan) => (null, "it was changed after it was made: make the plan again"),
                _ => (plan, null),
            };
        }
        catch (JsonException)
        {
            return (null, "it is not a plan");
        }
    }

    public static ChangePlan Seal(ChangePlan plan, ReadOnlySpan<byte> key) =>
        plan with
        {
            HostSeal = $"{NameOf(key)}:{CodeOf(plan, key)}",
        };

    /// <summary>Why a key does not vouch for a plan, or null where it does.</summary>
    public static string? ProblemWithSeal(ChangePlan plan, ReadOnlySpan<byte> key)
    {
        if (plan.HostSeal?.Split(':') is not [var name, var code])
            return "no key has sealed it, so anybody may have written it";
        return name != NameOf(key) ? "it was sealed by another key: on another host, or by another user"
            : CryptographicOperations.FixedTimeEquals(
                Encoding.ASCII.GetBytes(code),
                Encoding.ASCII.GetBytes(CodeOf(plan, key))
            )
                ? null
            : "its seal is not that of what is in it: it was changed after it was made";
    }

    private static string NameOf(ReadOnlySpan<byte> key) =>
        Convert.ToHexString(SHA256.HashData(key))[..16].ToLowerInvariant();

    private static string CodeOf(ChangePlan plan, ReadOnlySpan<byte> key) =>
        Convert
            .ToHexString(HMACSHA256.HashData(key, Encoding.UTF8.GetBytes($"{ChangePlan.CurrentSchema}\n{plan.Digest}")))
            .ToLowerInvariant();

    internal static string DigestOf(byte[] json) => Convert.ToHexString(SHA256.HashData(json)).ToLowerInvariant();

    /// <summary>Layout plays no part: values that came from a document are written anew.</summary>
    private static string DigestOf(ChangePlan plan)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer))
        {
            ToElement(plan with { Digest = "", HostSeal = null }).WriteTo(writer);
        }

        return DigestOf(buffer.WrittenSpan.ToArray());
    }
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, WriteIndented = true)]
[JsonSerializable(typeof(ChangePlan))]
internal sealed partial class ChangePlanJson : JsonSerializerContext;
