using System.Text.Json;
using System.Text.Json.Serialization;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>The runs of a sweep in a file, a line each, so that an interrupt loses at most the one that runs. The first
/// line says of what; a last line that is not whole is written again.</summary>
internal sealed class RunJournal
{
    /// <summary>The file's name in the directory of a sweep.</summary>
    public const string FileName = "runs.jsonl";

    private readonly string _path;
    private readonly List<MeasuredRun> _runs;

    private RunJournal(string path, List<MeasuredRun> runs) => (_path, _runs) = (path, runs);

    /// <summary>What is kept so far.</summary>
    public IReadOnlyList<MeasuredRun> Runs => _runs;

    /// <summary>Opens the one of a directory, or begins it.</summary>
    /// <param name="directory">The directory, which is made where it is missing.</param>
    /// <param name="head">Of what the runs are.</param>
    /// <param name="plan">The runs of the sweep.</param>
    /// <returns>The journal, or why the directory cannot be used.</returns>
    public static (RunJournal? Journal, string? Problem) Open(
        string directory,
        RunJournalHead head,
        ImmutableArray<PlannedRun> plan
    )
    {
        try
        {
            Directory.CreateDirectory(directory);
            var path = Path.Combine(directory, FileName);
            var first = JsonSerializer.Serialize(head, RunJournalContext.Default.RunJournalHead);
            var lines = File.Exists(path) ? Whole(File.ReadAllText(path)) : [];
            if (lines.Length > 0 && lines[0] != first)
            {
                return (
                    null,
                    $"{directory} holds runs of another workload, server, sweep or seed; give another -o, or the "
                        + "options that it was begun with"
                );
            }

            var runs = lines.Skip(1).Select(line => Read(line, plan, head.Clients ?? 1)).OfType<MeasuredRun>().ToList();
            var journal = new RunJournal(path, runs);
            journal.WriteAll(first);
            return (journal, null);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            return (null, $"{directory} cannot be used: {e.Message}");
        }
    }

    /// <summary>Keeps a run.</summary>
    /// <exception cref="IOException">The disk is full or the like.</exception>
    public void Add(MeasuredRun run)
    {
        File.AppendAllText(_path, Line(run));
        _runs.Add(run);
    }

    private void WriteAll(string first)
    {
        var text = new StringBuilder(first).Append('\n');
        _runs.ForEach(run => text.Append(Line(run)));
        var beside = _path + ".new";
        File.WriteAllText(beside, text.ToString());
        File.Move(beside, _path, overwrite: true);
    }

    private static string[] Whole(string text) =>
        text[..(text.LastIndexOf('\n') + 1)].Split('\n', StringSplitOptions.RemoveEmptyEntries);

    private static string Line(MeasuredRun run) =>
        JsonSerializer.Serialize(
            new RunJournalLine(run.Run.Number, run.Times),
            RunJournalContext.Default.RunJournalLine
        ) + "\n";

    private static MeasuredRun? Read(string line, ImmutableArray<PlannedRun> plan, int clients)
    {
        try
        {
            return
                JsonSerializer.Deserialize(line, RunJournalContext.Default.RunJournalLine)
                    is { Number: >= 0, Times: { IsDefaultOrEmpty: false } times } read
                && read.Number < plan.Length
                && times.All(time => time is { Weight: > 0, Seconds: > 0, Statement: not null, Plan: not null })
                ? new MeasuredRun(plan[read.Number], times, clients)
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

/// <summary>The lines of a journal, by generated code.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(RunJournalHead))]
[JsonSerializable(typeof(RunJournalLine))]
internal sealed partial class RunJournalContext : JsonSerializerContext;

internal sealed record RunJournalLine(int Number, ImmutableArray<StatementTime> Times);

/// <summary>Of what the runs of a journal are: runs of something else are never put beside them.</summary>
/// <param name="Schema"><c>rgp/characterise_runs/1</c>.</param>
/// <param name="Workload">The workload's hash.</param>
/// <param name="Server">The connection without any secret.</param>
/// <param name="Version">The server's version.</param>
/// <param name="Seed">Draws the order.</param>
/// <param name="Repeats">Runs of each cell.</param>
/// <param name="Sweeps">Such as <c>maxdop=1,2,4</c>.</param>
/// <param name="Clients">Clients at the same time; null for one, as before there were several.</param>
internal sealed record RunJournalHead(
    string Schema,
    string Workload,
    string Server,
    string Version,
    int Seed,
    int Repeats,
    ImmutableArray<string> Sweeps,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Clients = null
)
{
    /// <summary>The present form.</summary>
    public const string CurrentSchema = "rgp/characterise_runs/1";
}
