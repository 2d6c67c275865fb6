using System.Text.Json;
using RgPolicy.Package.Contents;

namespace RgPolicy.Package.Sbom;

/// <summary>
/// The bill of materials as CycloneDX 1.5: every library that the programs are published with, by the programs' own
/// dependency files.
/// </summary>
internal static class SbomDocument
{
    private const string Product = "RgPolicy";

    /// <summary>Writes it.</summary>
    public static string Write(PackageInput input)
    {
        using var buffer = new MemoryStream();
        using (var json = new Utf8JsonWriter(buffer, new JsonWriterOptions { Indented = true }))
        {
            json.WriteStartObject();
            json.WriteString("bomFormat", "CycloneDX");
            json.WriteString("specVersion", "1.5");
            json.WriteNumber("version", 1);
            json.WriteStartObject("metadata");
            json.WriteString(
                "timestamp",
                input.Time.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture)
            );
            json.WriteStartObject("component");
            WriteComponent(json, "application", "rgpolicy", input.Version, hash: null);
            json.WriteEndObject();
            json.WriteEndObject();
            json.WriteStartArray("components");
            foreach (var (name, version, hash) in Libraries(input.Programs))
            {
                json.WriteStartObject();
                WriteComponent(json, "library", name, version, hash);
                json.WriteEndObject();
            }

            json.WriteEndArray();
            json.WriteEndObject();
        }

        return Encoding.UTF8.GetString(buffer.ToArray()) + "\n";
    }

    /// <summary>All packages of all dependency files, each once, in order.</summary>
    internal static IEnumerable<(string Name, string Version, string? Hash)> Libraries(string programs) =>
        Directory
            .EnumerateFiles(programs, "*.deps.json")
            .SelectMany(ReadLibraries)
            .DistinctBy(library => (library.Name, library.Version))
            .OrderBy(library => library.Name, StringComparer.Ordinal)
            .ThenBy(library => library.Version, StringComparer.Ordinal);

    private static List<(string Name, string Version, string? Hash)> ReadLibraries(string path)
    {
        using var document = JsonDocument.Parse(File.ReadAllBytes(path));
        List<(string, string, string?)> libraries = [];
        foreach (var library in document.RootElement.GetProperty("libraries").EnumerateObject())
        {
            var slash = library.Name.LastIndexOf('/');
            var name = library.Name[..slash];
            if (
                !name.StartsWith(Product, StringComparison.Ordinal) && !name.StartsWith("rgp", StringComparison.Ordinal)
            )
            {
                var hash = library.Value.TryGetProperty("sha512", out var sum) ? sum.GetString() : null;
                libraries.Add((name, library.Name[(slash + 1)..], hash));
            }
        }

        return libraries;
    }

    private static void WriteComponent(Utf8JsonWriter json, string type, string name, string version, string? hash)
    {
        json.WriteString("type", type);
        json.WriteString("name", name);
        json.WriteString("version", version);
        if (type == "library")
            json.WriteString("purl", $"pkg:nuget/{name}@{version}");

        if (hash is { Length: > 0 } && hash.StartsWith("sha512-", StringComparison.Ordinal))
        {
            json.WriteStartArray("hashes");
            json.WriteStartObject();
            json.WriteString("alg", "SHA-512");
            json.WriteString(
                "content",
                Convert.ToHexString(Convert.FromBase64String(hash["sha512-".Length..])).ToLowerInvariant()
            );
            json.WriteEndObject();
            json.WriteEndArray();
        }
    }
}
