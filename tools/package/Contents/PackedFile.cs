namespace RgPolicy.Package.Contents;

/// <summary>A file, a link or a directory of its own of a package.</summary>
/// <param name="Path">Where it is installed, without a leading slash.</param>
/// <param name="Bytes">Its content; empty for a link.</param>
/// <param name="IsExecutable">Whether it is a program.</param>
/// <param name="LinkTarget">What a link leads to, else null.</param>
/// <param name="DirectoryOwner">For a directory the user and the group that it belongs to, else null.</param>
internal sealed record PackedFile(
    string Path,
    byte[] Bytes,
    bool IsExecutable = false,
    string? LinkTarget = null,
    int? DirectoryOwner = null
)
{
    /// <summary>From a file on disk.</summary>
    public static PackedFile Of(string path, string source, bool isExecutable = false) =>
        new(path, File.ReadAllBytes(source), isExecutable);

    /// <summary>A text.</summary>
    public static PackedFile Text(string path, string text, bool isExecutable = false) =>
        new(path, System.Text.Encoding.UTF8.GetBytes(text), isExecutable);
}
