using System.Text;
using System.Text.RegularExpressions;

namespace RgPolicy.Cli.Files;

/// <summary>Patterns for shells that leave them alone: <c>*</c>, <c>?</c> and <c>**</c> over folders.</summary>
internal static class PathPattern
{
    private static readonly char[] Wildcards = ['*', '?'];

    /// <summary>True when the path has a wildcard.</summary>
    public static bool IsPattern(string path) => path.IndexOfAny(Wildcards) >= 0;

    /// <summary>The files that match, written like the pattern; folders that cannot be read become problems.</summary>
    public static IEnumerable<string> Matches(string workingDirectory, string pattern, ICollection<string> problems)
    {
        var normal = pattern.Replace('\\', '/');
        var fixedPart = normal[..(normal.LastIndexOf('/', normal.IndexOfAny(Wildcards)) + 1)];
        var folder = Path.GetFullPath(fixedPart, workingDirectory);
        if (!Directory.Exists(folder))
        {
            return [];
        }

        var expression = new Regex(Expression(normal[fixedPart.Length..]), RegexOptions.NonBacktracking);
        return FolderWalk
            .Files(folder, problems)
            .Select(file => Path.GetRelativePath(folder, file).Replace('\\', '/'))
            .Where(file => expression.IsMatch(file))
            .Select(file => fixedPart + file);
    }

    private static string Expression(string pattern)
    {
        var expression = new StringBuilder("^");
        for (var index = 0; index < pattern.Length; index++)
        {
            if (string.CompareOrdinal(pattern, index, "**/", 0, 3) == 0)
            {
                expression.Append("(?:[^/]+/)*");
                index += 2;
            }
            else
            {
                expression.Append(
                    pattern[index] switch
                    {
                        '*' => "[^/]*",
                        '?' => "[^/]",
                        var other => Regex.Escape(other.ToString()),
                    }
                );
            }
        }

        return expression.Append('$').ToString();
    }
}
