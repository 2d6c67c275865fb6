using System.Buffers;
using RgPolicy.Host.Kernel;

namespace RgPolicy.Host.Facts;

/// <summary>Where <c>/proc</c> and <c>/sys</c> begin: the real root, or a tree of a test. Reading never
/// throws.</summary>
/// <param name="Prefix">What is put before an absolute path; empty for the machine itself.</param>
internal sealed record FileRoot(string Prefix)
{
    private const int UsualBytes = 4096;

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
            return tree.Read(absolute, out var text) == 0 ? text : null;

        try
        {
            return ReadAll(Path(absolute));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    // The kernel's files are short, have no length beforehand and are read very often: without the buffers of a reader.
    private static string ReadAll(string path)
    {
        using var file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        var bytes = ArrayPool<byte>.Shared.Rent(UsualBytes);
        try
        {
            var length = 0;
            for (int read; (read = RandomAccess.Read(file, bytes.AsSpan(length), length)) > 0; )
            {
                length += read;
                bytes = length < bytes.Length ? bytes : Larger(bytes);
            }

            var text = bytes.AsSpan(0, length);
            return Encoding.UTF8.GetString(
                text.StartsWith(Encoding.UTF8.Preamble) ? text[Encoding.UTF8.Preamble.Length..] : text
            );
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(bytes);
        }
    }

    private static byte[] Larger(byte[] full)
    {
        var larger = ArrayPool<byte>.Shared.Rent(2 * full.Length);
        full.CopyTo(larger.AsSpan());
        ArrayPool<byte>.Shared.Return(full);
        return larger;
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
            return tree.List(absolute, out var directories) == 0 ? [.. directories] : [];

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
    public bool HasFile(string absolute) =>
        Tree is { } tree ? tree.Read(absolute, out _) == 0 : File.Exists(Path(absolute));

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
