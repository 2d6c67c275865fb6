using System.Text.RegularExpressions;

namespace RgPolicy.Cli.Files;

/// <summary>What the paths on a command line stand for.</summary>
/// <param name="Files">In the order of the command line; those of a folder by name.</param>
/// <param name="Problems">Paths that stand for nothing, each a sentence.</param>
internal sealed record InputSelection(ImmutableArray<InputFile> Files, ImmutableArray<string> Problems)
{
    private const string StandardInput = "-";

    /// <summary>Finds the files.</summary>
    /// <param name="context">Gives the working directory.</param>
    /// <param name="paths">Files, folders, patterns, <c>-</c>.</param>
    /// <param name="isWanted">Which files of a folder count, by name.</param>
    public static InputSelection Of(CliContext context, IEnumerable<string> paths, Func<string, bool> isWanted)
    {
        var files = ImmutableArray.CreateBuilder<InputFile>();
        var problems = ImmutableArray.CreateBuilder<string>();
        foreach (var path in paths)
        {
            try
            {
                Add(context, path, isWanted, files, problems);
            }
            catch (Exception error) when (error is IOException or UnauthorizedAccessException)
            {
                problems.Add(error.Message);
            }
        }

        return new InputSelection(
            [.. files.DistinctBy(file => file.FullPath, StringComparer.Ordinal)],
            problems.ToImmutable()
        );
    }

    /// <summary>Ends the command where there is nothing to read.</summary>
    public void NeedAny(string problem, string next)
    {
        if (Files.IsEmpty && Problems.IsEmpty)
            throw new CommandException(ExitCode.Usage, problem, next);
    }

    private static void Add(
        CliContext context,
        string path,
        Func<string, bool> isWanted,
        ImmutableArray<InputFile>.Builder files,
        ImmutableArray<string>.Builder problems
    )
    {
        var full = context.Resolve(path);
        if (path == StandardInput)
        {
            files.Add(InputFile.StandardInput);
        }
        else if (Directory.Exists(full))
        {
            files.AddRange(
                FolderWalk
                    .Files(full, problems)
                    .Where(file => isWanted(Path.GetFileName(file)))
                    .Select(file => new InputFile(Show(path, full, file), file))
            );
        }
        else if (!File.Exists(full) && PathPattern.IsPattern(path))
        {
            AddMatches(context, path, files, problems);
        }
        else if (File.Exists(full))
        {
            files.Add(new InputFile(path, full));
        }
        else
        {
            problems.Add($"there is no file or folder `{path}`");
        }
    }

    private static void AddMatches(
        CliContext context,
        string pattern,
        ImmutableArray<InputFile>.Builder files,
        ImmutableArray<string>.Builder problems
    )
    {
        var before = files.Count;
        files.AddRange(
            PathPattern
                .Matches(context.WorkingDirectory, pattern, problems)
                .Select(file => new InputFile(file, context.Resolve(file)))
        );
        if (files.Count == before)
            problems.Add($"no file matches `{pattern}`");
    }

    private static string Show(string given, string folder, string file)
    {
        var below = Path.GetRelativePath(folder, file);
        return given is "." ? below : Path.Join(given, below);
    }
}

/// <summary>All files below a folder, by name; hidden folders and links to folders are left out.</summary>
internal static class FolderWalk
{
    /// <summary>Full paths. A folder that cannot be read is a problem and does not end the walk.</summary>
    /// <param name="folder">Where to begin.</param>
    /// <param name="problems">Takes a sentence for each folder that cannot be read.</param>
    public static List<string> Files(string folder, ICollection<string> problems)
    {
        var files = new List<string>();
        Add(folder, files, problems);
        return files;
    }

    private static void Add(string folder, List<string> files, ICollection<string> problems)
    {
        string[] below;
        try
        {
            below = Directory.GetDirectories(folder);
            files.AddRange(Directory.GetFiles(folder).Order(StringComparer.Ordinal));
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            problems.Add($"the folder `{folder}` cannot be read: {error.Message}");
            return;
        }

        foreach (var child in below.Order(StringComparer.Ordinal))
        {
            if (!Path.GetFileName(child).StartsWith('.') && new DirectoryInfo(child).LinkTarget is null)
                Add(child, files, problems);
        }
    }
}

/// <summary>Patterns for shells that leave them alone: <c>*</c>, <c>?</c> and <c>**</c> over folders.</summary>
internal static class PathPattern
{
    private static readonly char[] Wildcards = ['*', '?'];

    public static bool IsPattern(string path) => path.IndexOfAny(Wildcards) >= 0;

    /// <summary>The files that match, written like the pattern; folders that cannot be read become problems.</summary>
    public static IEnumerable<string> Matches(string workingDirectory, string pattern, ICollection<string> problems)
    {
        var normal = pattern.Replace('\\', '/');
        var fixedPart = normal[..(normal.LastIndexOf('/', normal.IndexOfAny(Wildcards)) + 1)];
        var folder = Path.GetFullPath(fixedPart, workingDirectory);
        if (!Directory.Exists(folder))
            return [];

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
