using RgPolicy.Dbms.Processes;

namespace RgPolicy.Cli.Lint;

/// <summary>What has changed in a working tree since a revision, as git tells it.</summary>
internal sealed class GitChanges
{
    private readonly CliContext _context;
    private readonly string _root;
    private readonly string _revision;
    private readonly Dictionary<string, ImmutableArray<LineSpan>> _changed;

    private GitChanges(
        CliContext context,
        string root,
        string revision,
        Dictionary<string, ImmutableArray<LineSpan>> changed
    )
    {
        (_context, _root, _revision, _changed) = (context, root, revision, changed);
    }

    /// <summary>Asks git.</summary>
    /// <returns>The changes, or why git cannot tell them.</returns>
    public static async Task<GitChanges> SinceAsync(CliContext context, string revision)
    {
        var top = await GitAsync(context, context.WorkingDirectory, "rev-parse", "--show-toplevel");
        if (top is not { ExitCode: 0 })
        {
            throw Refused(
                top is null ? "there is no program `git`" : $"git cannot read this folder: {top.Error.Trim()}"
            );
        }

        var root = Encoding.UTF8.GetString(top.Output).Trim();
        var commit = await GitAsync(
            context,
            root,
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            revision + "^{commit}"
        );
        if (commit is not { ExitCode: 0 })
            throw Refused($"git knows no revision `{revision}`");

        var id = Encoding.UTF8.GetString(commit.Output).Trim();
        var changed = await ChangedAsync(context, root, id);
        return changed is null
            ? throw Refused("git cannot tell what has changed")
            : new GitChanges(context, root, id, changed);
    }

    /// <summary>The changed lines of a file; null for one that has not changed.</summary>
    public ImmutableArray<LineSpan>? Lines(string fullPath) =>
        _changed.TryGetValue(Relative(fullPath), out var lines) ? lines : null;

    /// <summary>The file's bytes at the revision, or null where it was not there.</summary>
    public async Task<byte[]?> BeforeAsync(string fullPath)
    {
        var shown = await GitAsync(_context, _root, "show", $"{_revision}:{Relative(fullPath)}");
        return shown is { ExitCode: 0 } ? shown.Output : null;
    }

    private static CommandException Refused(string problem) =>
        new(
            ExitCode.Usage,
            problem,
            "--changed-since takes a revision of the git repository that the policies are in."
        );

    private string Relative(string fullPath) => Path.GetRelativePath(_root, fullPath).Replace('\\', '/');

    private static async Task<Dictionary<string, ImmutableArray<LineSpan>>?> ChangedAsync(
        CliContext context,
        string root,
        string commit
    )
    {
        var names = await GitAsync(
            context,
            root,
            "diff",
            "--name-only",
            "-z",
            "--no-renames",
            "--diff-filter=d",
            commit
        );
        var others = await GitAsync(context, root, "ls-files", "--others", "--exclude-standard", "-z");
        if (names is not { ExitCode: 0 } || others is not { ExitCode: 0 })
            return null;

        var changed = Names(others)
            .ToDictionary(name => name, _ => ImmutableArray.Create(LineSpan.All), StringComparer.Ordinal);
        foreach (var name in Names(names))
        {
            var diff = await GitAsync(
                context,
                root,
                "diff",
                "--unified=0",
                "--no-color",
                "--no-ext-diff",
                "--no-renames",
                commit,
                "--",
                name
            );
            changed[name] = diff is { ExitCode: 0 } ? Hunks(Encoding.UTF8.GetString(diff.Output)) : [LineSpan.All];
        }

        return changed;
    }

    private static IEnumerable<string> Names(ProgramOutput output) =>
        Encoding
            .UTF8.GetString(output.Output)
            .Split('\0', StringSplitOptions.RemoveEmptyEntries)
            .Where(name => name.EndsWith(".rgp", StringComparison.OrdinalIgnoreCase));

    // `@@ -5,2 +7,3 @@`: lines 7 to 9 of the new file; a count of 0 stands behind that line.
    private static ImmutableArray<LineSpan> Hunks(string diff)
    {
        var hunks = ImmutableArray.CreateBuilder<LineSpan>();
        foreach (var line in diff.Split('\n').Where(line => line.StartsWith("@@ ", StringComparison.Ordinal)))
        {
            var added = line.Split(' ')[2][1..].Split(',');
            var first = int.Parse(added[0], CultureInfo.InvariantCulture);
            var count = added.Length > 1 ? int.Parse(added[1], CultureInfo.InvariantCulture) : 1;
            hunks.Add(count == 0 ? new LineSpan(first, first + 1) : new LineSpan(first, first + count - 1));
        }

        return hunks.ToImmutable();
    }

    private static Task<ProgramOutput?> GitAsync(CliContext context, string folder, params string[] arguments) =>
        context.Programs.RunAsync(new ProgramStart("git", arguments, folder), context.Interrupt);
}

/// <summary>Lines from one to another, both included, from 1.</summary>
internal readonly record struct LineSpan(int First, int Last)
{
    public static LineSpan All => new(1, int.MaxValue);

    /// <summary>True when they share a line.</summary>
    public bool Touches(int first, int last) => First <= last && first <= Last;
}

/// <summary>Leaves of a report what a change is responsible for: findings that the file did not have at the revision,
/// wherever they stand, and findings on lines that have changed. Each file is checked whole, so that nothing is
/// missed.</summary>
internal sealed class ChangedOnly(CliContext context, GitChanges changes)
{
    /// <summary>The report without the rest.</summary>
    public async Task<LintReport> ApplyAsync(LintReport report)
    {
        var files = ImmutableArray.CreateBuilder<LintedFile>(report.Files.Length);
        foreach (var file in report.Files)
            files.Add(file with { Diagnostics = await KeepAsync(file) });

        return report with
        {
            Files = files.ToImmutable(),
        };
    }

    private async Task<ImmutableArray<Diagnostic>> KeepAsync(LintedFile file)
    {
        if (file.Name == InputFile.StandardInput.Name || file.Diagnostics.IsEmpty)
            return file.Diagnostics;

        var path = context.Resolve(file.Name);
        if (changes.Lines(path) is not { } lines)
            return [];

        var known = new KnownFindings();
        if (file.Checks is { } checks && await changes.BeforeAsync(path) is { } before)
        {
            foreach (var old in checks.Of(before, file.Name).Diagnostics)
                known.Add(old.Code, old.Path, old.Message);
        }

        return [.. file.Diagnostics.Where(each => !known.Take(each) || IsOn(each, lines))];
    }

    private static bool IsOn(Diagnostic diagnostic, ImmutableArray<LineSpan> lines) =>
        diagnostic
            .Related.Where(related => related.Path == diagnostic.Path)
            .Select(related => related.Range)
            .Prepend(diagnostic.Range)
            .Any(range => lines.Any(span => span.Touches(range.StartLine, range.EndLine)));
}
