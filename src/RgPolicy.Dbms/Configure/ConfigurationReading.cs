using System.Text.Json;

namespace RgPolicy.Dbms.Configure;

/// <summary>A server's configuration at one moment.</summary>
/// <param name="State">The part that RgPolicy may change, in the words of the DBMS.</param>
/// <param name="Digest">Recognises the whole, that of others included.</param>
public sealed record ConfigurationReading(JsonElement State, string Digest);
