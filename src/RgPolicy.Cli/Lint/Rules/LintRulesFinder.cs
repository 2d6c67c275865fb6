namespace RgPolicy.Cli.Lint.Rules;

/// <summary>Finds the settings file of a policy: <c>rgpolicy.json</c> in its folder or in the nearest
/// one above.</summary>
internal sealed class LintRulesFinder(CliContext context)
{
    public const string FileName = "rgpolicy.json";

    private const int MaximumBytes = 1024 * 1024;

    private readonly Dictionary<string, LintRulesFile?> _byFolder = new(StringComparer.Ordinal);

    /// <summary>The settings of a folder.</summary>
    /// <returns>Null where no folder above has a file.</returns>
    /// <exception cref="LintRulesException">The file cannot be used; the message names it.</exception>
    public async Task<LintRulesFile?> FindAsync(string folder)
    {
        if (_byFolder.TryGetValue(folder, out var known))
            return known;

        var path = Path.Combine(folder, FileName);
        var found =
            File.Exists(path) ? await ReadAsync(path)
            : Path.GetDirectoryName(folder) is { } above ? await FindAsync(above)
            : null;
        _byFolder[folder] = found;
        return found;
    }

    private async Task<LintRulesFile> ReadAsync(string path)
    {
        var content = await FileContent.ReadAsync(context, new InputFile(path, path), MaximumBytes);
        if (content.Bytes is not { } bytes)
            throw Refused(content.Problem ?? path);

        try
        {
            return new LintRulesFile(path, LintRulesReader.Read(bytes));
        }
        catch (LintRulesException error)
        {
            throw Refused($"`{path}` cannot be used: {error.Message}");
        }
    }

    private static CommandException Refused(string problem) =>
        new(
            ExitCode.Usage,
            problem,
            "docs/reference/cli.md says what rgpolicy.json may hold; its schema is docs/rgpolicy.schema.json."
        );
}

/// <summary>A settings file.</summary>
internal sealed record LintRulesFile(string Path, LintRules Rules);
