using System.Collections.Immutable;
using System.Text;
using RgPolicy.Cli.Recordings;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Files;
using RgPolicy.Dbms.PostgreSql.Trials.Pgbench;
using RgPolicy.Dbms.Recording;
using RgPolicy.Dbms.Trials;
using RgPolicy.Service.Characterising.Recorded;

namespace RgPolicy.Cli.Characterise;

/// <summary>Reads what a command line runs.</summary>
internal sealed class WorkloadFiles(CliContext context)
{
    private const string Recording = ".rgrec";

    // What is longer is a dump and no workload.
    private const int MostBytes = 4 * 1024 * 1024;

    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>The workload, or what is wrong.</summary>
    public (TrialWorkload? Workload, string? Problem) Read(
        WorkloadChoice choice,
        TrialTarget target,
        CancellationToken cancellationToken
    ) =>
        choice.File is { } recording && recording.EndsWith(Recording, StringComparison.OrdinalIgnoreCase)
            ? ReadRecording(recording, target, cancellationToken)
        : choice.File is { } file ? ReadStatements(file, target)
        : target.TakesScripts ? ReadScripts(choice)
        : (null, "--pgbench-script is for PostgreSQL: pgbench has no other server");

    private (TrialWorkload? Workload, string? Problem) ReadStatements(string name, TrialTarget target)
    {
        var (text, unreadable) = Text(name);
        if (text is null)
        {
            return (null, unreadable);
        }

        var (workload, problem) = target.ReadWorkload(text);
        return (workload, problem is null ? null : $"{name}: {problem}");
    }

    private (TrialWorkload? Workload, string? Problem) ReadRecording(
        string name,
        TrialTarget target,
        CancellationToken cancellationToken
    )
    {
        var opening = RecordingReader.Open(context.Resolve(name));
        if (opening.Reader is not { } reader)
        {
            return (null, opening.Problem?.Message);
        }

        using (reader)
        {
            if (!target.IsOf(reader.Header.Server.Kind))
            {
                return (null, $"{name} is of another kind of server: {reader.Header.Server.Kind}");
            }

            var seen = WorkloadLook.Read(context, reader, cancellationToken);
            if (reader.Problem is { Kind: not RecordingProblemKind.Truncated } problem)
            {
                return (null, problem.Message);
            }

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
            {
                return (null, unreadable);
            }

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
