using System.IO.Compression;
using System.Security.Cryptography;
using System.Text.Json.Nodes;
using RgPolicy.Package.Archives;
using RgPolicy.Package.Contents;

namespace RgPolicy.Package.Oci;

/// <summary>Writes a container image as an archive, by the OCI image layout 1.0: one layer of libraries, one of RgPolicy.
/// `podman load`, `docker load` and `skopeo copy oci-archive:` take it.</summary>
internal static class OciFile
{
    private const string ManifestType = "application/vnd.oci.image.manifest.v1+json";
    private const string ConfigType = "application/vnd.oci.image.config.v1+json";
    private const string LayerType = "application/vnd.oci.image.layer.v1.tar+gzip";

    /// <summary>Writes it.</summary>
    /// <param name="input">What RgPolicy's layer is made from.</param>
    /// <param name="baseDirectory">The files of the other one: the libraries that the programs load.</param>
    public static byte[] Write(PackageInput input, string baseDirectory)
    {
        byte[][] layers = [Layer(FileTree.Read(baseDirectory), input), Layer(PackageContents.Image(input), input)];
        var config = Json(Config(input, layers));
        var manifest = Json(
            new JsonObject
            {
                ["schemaVersion"] = 2,
                ["mediaType"] = ManifestType,
                ["config"] = Descriptor(ConfigType, config),
                ["layers"] = new JsonArray([.. layers.Select(layer => (JsonNode)Descriptor(LayerType, layer))]),
            }
        );
        var entry = Descriptor(ManifestType, manifest);
        entry["annotations"] = new JsonObject { ["org.opencontainers.image.ref.name"] = $"rgpolicy:{input.Version}" };
        var index = new JsonObject { ["schemaVersion"] = 2, ["manifests"] = new JsonArray(entry) };
        return TarFile.WritePlain(
            [
                .. ((byte[][])[.. layers, config, manifest])
                    .Select(blob => new PackedFile($"blobs/sha256/{Sum(blob)}", blob))
                    .OrderBy(blob => blob.Path, StringComparer.Ordinal),
                new PackedFile("index.json", Json(index)),
                PackedFile.Text("oci-layout", """{"imageLayoutVersion":"1.0.0"}"""),
            ],
            input.Time
        );
    }

    private static JsonObject Config(PackageInput input, byte[][] layers) =>
        new()
        {
            ["created"] = input.Time.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture),
            ["architecture"] = Machine.Of(Path.Combine(input.Programs, "rgp")).Debian,
            ["os"] = "linux",
            ["config"] = new JsonObject
            {
                ["User"] = $"{PackageContents.ImageUser}:{PackageContents.ImageUser}",
                ["Env"] = new JsonArray(
                    "PATH=/usr/bin:/bin",
                    $"RUNTIME_DIRECTORY=/{PackageContents.RuntimeDirectory}",
                    $"STATE_DIRECTORY=/{PackageContents.StateDirectory}"
                ),
                ["Entrypoint"] = new JsonArray("/usr/bin/rgp"),
                ["Cmd"] = new JsonArray("service", "run", "--config", "/etc/rgpolicy/appsettings.json"),
                ["Labels"] = new JsonObject
                {
                    ["org.opencontainers.image.title"] = "RgPolicy",
                    ["org.opencontainers.image.version"] = input.Version,
                    ["org.opencontainers.image.licenses"] = PackageContents.License,
                },
            },
            ["rootfs"] = new JsonObject
            {
                ["type"] = "layers",
                ["diff_ids"] = new JsonArray([.. layers.Select(layer => (JsonNode)$"sha256:{Sum(Unpacked(layer))}")]),
            },
        };

    private static byte[] Layer(IEnumerable<PackedFile> files, PackageInput input) => TarFile.Write(files, input.Time);

    private static byte[] Unpacked(byte[] layer)
    {
        using var unzipped = new MemoryStream();
        using var gzip = new GZipStream(new MemoryStream(layer), CompressionMode.Decompress);
        gzip.CopyTo(unzipped);
        return unzipped.ToArray();
    }

    private static JsonObject Descriptor(string type, byte[] blob) =>
        new()
        {
            ["mediaType"] = type,
            ["digest"] = $"sha256:{Sum(blob)}",
            ["size"] = blob.Length,
        };

    private static byte[] Json(JsonNode node) => System.Text.Encoding.UTF8.GetBytes(node.ToJsonString());

    private static string Sum(byte[] bytes) => Convert.ToHexString(SHA256.HashData(bytes)).ToLowerInvariant();
}
