using System.Text.RegularExpressions;

namespace RgPolicy.Cli.PolicyTests;

/// <summary>The test files beside a policy that name it: a policy is tested with them also where it alone is named, as
/// hooks do.</summary>
internal static partial class TestFilesOf
{
    /// <summary>The files with those that belong to them, each once. Each folder is walked and each test file read
    /// once, however many policies are beside it.</summary>
    public static IEnumerable<InputFile> With(IReadOnlyCollection<InputFile> files)
    {
        var policies = files.Where(file => PolicyFiles.IsPolicy(file.Name) && file.FullPath is not null).ToList();
        var tests = policies
            .Select(policy => Path.GetDirectoryName(policy.FullPath) ?? "")
            .Distinct(StringComparer.Ordinal)
            .ToDictionary(
                folder => folder,
                folder => Tests(folder).ToLookup(each => each.Policy, each => each.Test, StringComparer.Ordinal),
                StringComparer.Ordinal
            );
        return files
            .Concat(policies.SelectMany(policy => Beside(policy, tests)))
            .DistinctBy(file => file.FullPath ?? file.Name, StringComparer.Ordinal);
    }

    private static IEnumerable<InputFile> Beside(InputFile policy, Dictionary<string, ILookup<string, string>> tests)
    {
        var folder = Path.GetDirectoryName(policy.FullPath) ?? "";
        return tests[folder]
            [policy.FullPath ?? ""]
            .Select(test => new InputFile(
                Path.Join(Path.GetDirectoryName(policy.Name), Path.GetRelativePath(folder, test)),
                test
            ));
    }

    // What cannot be read is told where the folder itself is chosen.
    private static IEnumerable<(string Policy, string Test)> Tests(string folder) =>
        FolderWalk
            .Files(folder, [])
            .Where(PolicyFiles.IsTest)
            .SelectMany(test => Used(test).Distinct(StringComparer.Ordinal).Select(policy => (policy, test)));

    private static string[] Used(string test)
    {
        try
        {
            var folder = Path.GetDirectoryName(test) ?? "";
            return new FileInfo(test).Length < PolicyFiles.MaximumBytes
                ?
                [
                    .. Use()
                        .Matches(File.ReadAllText(test, Encoding.UTF8))
                        .Select(use => Path.GetFullPath(use.Groups["file"].Value, folder)),
                ]
                : [];
        }
        catch (Exception error)
            when (error is IOException or UnauthorizedAccessException or ArgumentException or RegexMatchTimeoutException
            )
        {
            return [];
        }
    }

    [GeneratedRegex(
        """^\s*use\s+["'](?<file>[^"'\r\n]+)["']""",
        RegexOptions.Multiline | RegexOptions.CultureInvariant,
        1000
    )]
    private static partial Regex Use();
}
