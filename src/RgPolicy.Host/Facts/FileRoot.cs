using RgPolicy.Host.Kernel;

namespace RgPolicy.Host.Facts;

/// <summary>Where <c>/proc</c> and <c>/sys</c> begin: the real root, or a tree of a test. Reading never throws.</summary>
/// <param name="Prefix">What is put before an absolute path; empty for the machine itself.</param>
public sealed record FileRoot(string Prefix)
{
    /// <summary>The machine itself.</summary>
    public static FileRoot Machine { get; } = new(string.Empty);

    /// <summary>Where files are read instead of from disk, such as a host in memory; null for the disk.</summary>
    public IKernelTree? Tree { get; init; }

    /// <summary>The real path of an absolute path.</summary>
    public string Path(string absolute) => Prefix + absolute;

    /// <summary>A file's text, or null when it cannot be read.</summary>
    public string? ReadText(string absolute)
    {
        if (Tree is { } tree)
        {
            return tree.Read(absolute, out var text) == 0 ? text : null;
        }

        try
        {
            return File.ReadAllText(Path(absolute));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>A file's text without the blanks around it, or null when it cannot be read.</summary>
    public string? ReadTrimmed(string absolute) => ReadText(absolute)?.Trim();

    /// <summary>A file's lines that are not empty; none when it cannot be read.</summary>
    public string[] ReadLines(string absolute) =>
        ReadText(absolute)?.Split('\n', StringSplitOptions.RemoveEmptyEntries) ?? [];

    /// <summary>Names of the directories in a directory, in ordinal order; none when it cannot be read.</summary>
    public string[] DirectoryNames(string absolute)
    {
        if (Tree is { } tree)
        {
            return tree.List(absolute, out var directories) == 0 ? [.. directories] : [];
        }

        try
        {
            var names = Directory.GetDirectories(Path(absolute));
            return [.. names.Select(n => System.IO.Path.GetFileName(n)).Order(StringComparer.Ordinal)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>Whether a file is there.</summary>
    public bool HasFile(string absolute) => Tree is { } tree ? tree.Read(absolute, out _) == 0 : File.Exists(Path(absolute));

    /// <summary>Whether a directory is there.</summary>
    public bool HasDirectory(string absolute) =>
        Tree is { } tree ? tree.List(absolute, out _) == 0 : Directory.Exists(Path(absolute));

    /// <summary>Where a symbolic link finally leads, as a real path, or null.</summary>
    public string? FinalTarget(string absolute)
    {
        try
        {
            return File.ResolveLinkTarget(Path(absolute), returnFinalTarget: true)?.FullName;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
