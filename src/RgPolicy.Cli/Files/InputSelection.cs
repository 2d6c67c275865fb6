using System.Collections.Immutable;
using RgPolicy.Cli.Shell;

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
        {
            problems.Add($"no file matches `{pattern}`");
        }
    }

    private static string Show(string given, string folder, string file)
    {
        var below = Path.GetRelativePath(folder, file);
        return given is "." ? below : Path.Join(given, below);
    }
}
