using System.Globalization;

namespace RgPolicy.Service.Files;

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

    private static string NameOf(string path, int number) =>
        string.Create(CultureInfo.InvariantCulture, $"{path}.{number}");

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
