using System.Text.Json;

namespace RgPolicy.Cli.Lint.Sarif;

/// <summary>Paths as SARIF names them: relative to the root where they can be, with <c>/</c>,
/// percent-encoded.</summary>
internal sealed class SarifUris(string root)
{
    /// <summary>The name of the base that relative paths have.</summary>
    public const string RootId = "SRCROOT";

    /// <summary>True when the path lies below the root.</summary>
    public bool IsRelative(string path)
    {
        var below = Below(path);
        return !Path.IsPathRooted(below) && below != ".." && !below.StartsWith("../", StringComparison.Ordinal);
    }

    /// <summary>Writes the members of an artifact location.</summary>
    public void Write(Utf8JsonWriter json, string path)
    {
        if (IsRelative(path))
        {
            json.WriteString("uri", string.Join('/', Below(path).Split('/').Select(Uri.EscapeDataString)));
            json.WriteString("uriBaseId", RootId);
        }
        else
        {
            json.WriteString("uri", new Uri(Path.GetFullPath(path, root)).AbsoluteUri);
        }
    }

    private string Below(string path) => Path.GetRelativePath(root, Path.GetFullPath(path, root)).Replace('\\', '/');
}
