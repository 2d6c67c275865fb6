namespace RgPolicy.Service.Files;

/// <summary>A file that grows by whole lines: what does not fit on the disk is taken back, so that the next line is
/// whole again. A full file is numbered and the next one begins.</summary>
/// <param name="path">The file that is written.</param>
/// <param name="fullAt">Its largest size in bytes.</param>
/// <param name="most">How many files are kept, the written one among them.</param>
internal sealed class GrowingFile(string path, long fullAt, int most = int.MaxValue) : IDisposable
{
    private const byte LineEnd = (byte)'\n';

    private FileStream? _file;

    /// <summary>Opens it where it is not open, or was taken away; a last line that lacks its end gets it.</summary>
    /// <exception cref="IOException">It cannot be opened.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be.</exception>
    public void Open()
    {
        if (_file is not null && File.Exists(path))
            return;

        Dispose();
        var file = new FileStream(path, Options());
        file.Seek(0, SeekOrigin.End);
        _file = file;
        if (file.Length > 0 && LastByte(file) != LineEnd)
            Write(file, [LineEnd]);
    }

    /// <summary>Appends a line, which brings its own end.</summary>
    /// <exception cref="IOException">It cannot be written; nothing of it is there.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be opened.</exception>
    public void Append(ReadOnlySpan<byte> line)
    {
        Open();
        if (_file is { Length: > 0 } full && full.Length + line.Length > fullAt)
            BeginNext();

        Write(_file, line);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _file?.Dispose();
        _file = null;
    }

    private static void Write(FileStream? file, ReadOnlySpan<byte> line)
    {
        var end = file?.Length ?? 0;
        try
        {
            file?.Write(line);
        }
        catch (IOException)
        {
            file?.SetLength(end);
            throw;
        }
    }

    private static int LastByte(FileStream file)
    {
        Span<byte> last = stackalloc byte[1];
        return RandomAccess.Read(file.SafeFileHandle, last, file.Length - 1) == 1 ? last[0] : LineEnd;
    }

    private void BeginNext()
    {
        Dispose();
        File.Move(path, NumberedFiles.Next(path));
        Open();
        foreach (var old in NumberedFiles.InOrder(path).SkipLast(most))
            File.Delete(old);
    }

    // Unbuffered: a line is in the file or not, and a full disk is seen by the line that it hits.
    private static FileStreamOptions Options()
    {
        var options = new FileStreamOptions
        {
            Mode = FileMode.OpenOrCreate,
            Access = FileAccess.ReadWrite,
            Share = FileShare.Read,
            BufferSize = 0,
        };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead;

        return options;
    }
}

/// <summary>The file that is written, and the full ones beside it, <c>NAME.1</c> the oldest.</summary>
internal static class NumberedFiles
{
    /// <summary>All that exist, in the order in which they were written.</summary>
    public static IReadOnlyList<string> InOrder(string path)
    {
        var full = Numbered(path).Order().Select(number => NameOf(path, number));
        return [.. full, .. File.Exists(path) ? new[] { path } : []];
    }

    /// <summary>The name for the file that is full now.</summary>
    public static string Next(string path) => NameOf(path, Numbered(path).DefaultIfEmpty(0).Max() + 1);

    private static string NameOf(string path, int number) => Invariant($"{path}.{number}");

    private static IEnumerable<int> Numbered(string path)
    {
        var directory = Path.GetDirectoryName(Path.GetFullPath(path)) ?? "/";
        var prefix = Path.GetFileName(path) + ".";
        return Directory.Exists(directory)
            ? Directory
                .EnumerateFiles(directory)
                .Select(file => Path.GetFileName(file))
                .Where(name => name.StartsWith(prefix, StringComparison.Ordinal))
                .Select(name =>
                    int.TryParse(
                        name.AsSpan(prefix.Length),
                        NumberStyles.None,
                        CultureInfo.InvariantCulture,
                        out var number
                    )
                        ? number
                        : 0
                )
                .Where(number => number > 0)
            : [];
    }
}
