using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RgPolicy.Dbms.Configure;

/// <summary>Reads what can be read of a damaged list.</summary>
internal static class JsonEntries
{
    /// <summary>The entries of a JSON array up to the first that cannot be read.</summary>
    public static ImmutableArray<TEntry> BeforeDamage<TEntry>(
        ReadOnlySpan<byte> bytes,
        JsonTypeInfo<TEntry> json,
        Func<TEntry, bool> isWhole
    )
    {
        var entries = ImmutableArray.CreateBuilder<TEntry>();
        try
        {
            var reader = new Utf8JsonReader(bytes);
            if (!reader.Read() || reader.TokenType != JsonTokenType.StartArray)
            {
                return [];
            }

            while (
                reader.Read()
                && reader.TokenType == JsonTokenType.StartObject
                && JsonSerializer.Deserialize(ref reader, json) is { } entry
                && isWhole(entry)
            )
            {
                entries.Add(entry);
            }
        }
        catch (JsonException)
        {
            // Here the damage begins.
        }

        return entries.ToImmutable();
    }
}
