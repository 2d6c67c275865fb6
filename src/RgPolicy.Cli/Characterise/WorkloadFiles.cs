using RgPolicy.Cli.Recordings;
using RgPolicy.Dbms.Files;
using RgPolicy.Dbms.PostgreSql.Trials.Pgbench;
using RgPolicy.Dbms.Recording;
using RgPolicy.Dbms.Trials;
using RgPolicy.Service.Characterising;

namespace RgPolicy.Cli.Characterise;

/// <summary>Reads what a command line runs.</summary>
internal sealed class WorkloadFiles(CliContext context)
{
    private const string Recording = ".rgrec";

    // What is longer is a dump and no workload.
    private const int MostBytes = 4 * 1024 * 1024;

    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    public (TrialWorkload? Workload, string? Problem) Read(WorkloadChoice choice, TrialTarget target) =>
        choice.File is { } recording && recording.EndsWith(Recording, StringComparison.OrdinalIgnoreCase)
            ? ReadRecording(recording, target)
        : choice.File is { } file ? ReadStatements(file, target)
        : target.TakesScripts ? ReadScripts(choice)
        : (null, "--pgbench-script is for PostgreSQL: pgbench has no other server");

    private (TrialWorkload? Workload, string? Problem) ReadStatements(string name, TrialTarget target)
    {
        var (text, unreadable) = Text(name);
        if (text is null)
            return (null, unreadable);

        var (workload, problem) = target.ReadWorkload(text);
        return (workload, problem is null ? null : $"{name}: {problem}");
    }

    private (TrialWorkload? Workload, string? Problem) ReadRecording(string name, TrialTarget target)
    {
        var opening = RecordingReader.Open(context.Resolve(name));
        if (opening.Reader is not { } reader)
            return (null, opening.Problem?.Message);

        using (reader)
        {
            if (!target.IsOf(reader.Header.Server.Kind))
                return (null, $"{name} is of another kind of server: {reader.Header.Server.Kind}");

            var seen = WorkloadReader.Read(context, reader);
            if (reader.Problem is { Kind: not RecordingProblemKind.Truncated } problem)
                return (null, problem.Message);

            var (workload, reason) = RecordedWorkload.Of(seen, target.Database, target.ReadWhole);
            return (workload, reason is null ? null : $"{name}: {reason}");
        }
    }

    private (TrialWorkload? Workload, string? Problem) ReadScripts(WorkloadChoice choice)
    {
        var scripts = ImmutableArray.CreateBuilder<TrialScript>();
        foreach (var (path, weight) in choice.Scripts)
        {
            var (text, unreadable) = Text(path);
            if (text is null)
                return (null, unreadable);

            scripts.Add(new TrialScript(Path.GetFileName(path), text, weight));
        }

        return PgbenchWorkload.Read(scripts.ToImmutable(), choice.Given);
    }

    private (string? Text, string? Problem) Text(string name)
    {
        try
        {
            var bytes = BoundedFile.ReadBeginning(context.Resolve(name), MostBytes);
            return bytes.Length <= MostBytes
                ? (Utf8.GetString(bytes).TrimStart('\uFEFF'), null)
                : (null, $"`{name}` is larger than 4 MiB");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            return (null, $"cannot read `{name}`: {e.Message}");
        }
        catch (DecoderFallbackException)
        {
            return (null, $"`{name}` is not UTF-8: save it as UTF-8, or other statements would run than you wrote");
        }
    }
}

/// <summary>Finds pgbench: as it was named, on the path, or where packages of PostgreSQL put their programs.</summary>
internal static class PgbenchPath
{
    // Debian's and Ubuntu's, and those of postgresql.org for Red Hat and SUSE.
    private static readonly (string Folder, string Pattern)[] Packages =
    [
        ("/usr/lib/postgresql", "*"),
        ("/usr", "pgsql-*"),
    ];

    /// <summary>Its path.</summary>
    /// <param name="context">The path and the machine's files.</param>
    /// <param name="given">What <c>--pgbench</c> names, or null.</param>
    /// <exception cref="TrialException">There is none.</exception>
    public static string Find(CliContext context, string? given)
    {
        if (given is not null)
        {
            var path = context.Resolve(given);
            return File.Exists(path) ? path : throw Missing($"--pgbench: there is no `{given}`");
        }

        var name = OperatingSystem.IsWindows() ? "pgbench.exe" : "pgbench";
        var onPath = (context.EnvironmentVariable("PATH") ?? "").Split(
            Path.PathSeparator,
            StringSplitOptions.RemoveEmptyEntries
        );
        return onPath
                .Concat(Packages.SelectMany(Folders))
                .Select(folder => Path.Combine(folder, name))
                .FirstOrDefault(File.Exists)
            ?? throw Missing("scripts are run by pgbench, which is not on the path");
    }

    private static IEnumerable<string> Folders((string Folder, string Pattern) package) =>
        Directory.Exists(package.Folder)
            ? Directory
                .GetDirectories(package.Folder, package.Pattern)
                .OrderByDescending(VersionOf)
                .Select(folder => Path.Combine(folder, "bin"))
            : [];

    private static double VersionOf(string folder) =>
        double.TryParse(
            Path.GetFileName(folder).Replace("pgsql-", "", StringComparison.Ordinal),
            NumberStyles.AllowDecimalPoint,
            CultureInfo.InvariantCulture,
            out var version
        )
            ? version
            : 0;

    private static TrialException Missing(string problem) =>
        new(
            $"{problem}; it comes with PostgreSQL (package postgresql on Debian and Ubuntu, postgresql-contrib on Fedora "
                + "and Red Hat): install it, or name it by --pgbench PATH",
            true,
            null
        );
}
