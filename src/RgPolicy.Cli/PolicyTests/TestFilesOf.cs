using System.Text;
using System.Text.RegularExpressions;
using RgPolicy.Cli.Files;

namespace RgPolicy.Cli.PolicyTests;

/// <summary>The test files beside a policy that name it: a policy is tested with them also where it alone is named, as
/// hooks do.</summary>
internal static partial class TestFilesOf
{
    /// <summary>The files with those that belong to them, each once.</summary>
    public static IEnumerable<InputFile> With(IEnumerable<InputFile> files) =>
        files
            .SelectMany(file => PolicyFiles.IsPolicy(file.Name) ? Beside(file).Prepend(file) : [file])
            .DistinctBy(file => file.FullPath ?? file.Name, StringComparer.Ordinal);

    private static IEnumerable<InputFile> Beside(InputFile policy)
    {
        if (policy.FullPath is not { } full || Path.GetDirectoryName(full) is not { } folder)
        {
            yield break;
        }

        foreach (var file in FolderWalk.Files(folder, []).Where(PolicyFiles.IsTest))
        {
            if (Uses(file, full))
            {
                var below = Path.GetRelativePath(folder, file);
                yield return new InputFile(Path.Join(Path.GetDirectoryName(policy.Name), below), file);
            }
        }
    }

    private static bool Uses(string file, string policy)
    {
        try
        {
            var info = new FileInfo(file);
            var folder = Path.GetDirectoryName(file) ?? "";
            return info.Length < PolicyFiles.MaximumBytes
                && Use()
                    .Matches(File.ReadAllText(file, Encoding.UTF8))
                    .Any(use => Path.GetFullPath(use.Groups["file"].Value, folder) == policy);
        }
        catch (Exception error)
            when (error is IOException or UnauthorizedAccessException or ArgumentException or RegexMatchTimeoutException
            )
        {
            return false;
        }
    }

    [GeneratedRegex(
        """^\s*use\s+["'](?<file>[^"'\r\n]+)["']""",
        RegexOptions.Multiline | RegexOptions.CultureInvariant,
        1000
    )]
    private static partial Regex Use();
}
