using RgPolicy.Cli.Connections;
using RgPolicy.Cli.Recordings;
using RgPolicy.Dbms.MySql.Statistics;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.PostgreSql.Statistics;
using RgPolicy.Dbms.Recording;
using RgPolicy.Dbms.SqlServer.Statistics;
using RgPolicy.Dbms.Statistics;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Workloads;
using RgPolicy.Plans;
using RgPolicy.Service.Composing;

namespace RgPolicy.Cli.Suggest;

/// <summary>What a policy is suggested from.</summary>
/// <param name="Name">In words, for the head of the policy.</param>
/// <param name="Workload">What ran.</param>
/// <param name="Host">Where it ran.</param>
/// <param name="Dbms">Whose SQL it is.</param>
/// <param name="Recording">The recording's path, which can be played again; null for a server's own statistics.</param>
internal sealed record SuggestSource(string Name, Workload Workload, TargetProfile Host, string Dbms, string? Recording)
{
    /// <summary>What the source does not tell, a sentence each.</summary>
    public ImmutableArray<string> Notes { get; init; } = [];
}

/// <summary>A source that was read, or why not.</summary>
/// <param name="Source">The source; null exactly where it could not be read.</param>
/// <param name="Refusal">Why; <see cref="Refusal.None"/> where it could.</param>
internal sealed record SourceResult(SuggestSource? Source, Refusal Refusal)
{
    public static SourceResult Of(SuggestSource source) => new(source, Refusal.None);

    /// <summary>It was not.</summary>
    public static SourceResult Failed(RefusalKind kind, string problem, string next) =>
        new(null, new Refusal(kind, problem, next));
}

/// <summary>Takes a recording for what a server runs.</summary>
internal static class RecordingSource
{
    public static SourceResult Read(CliContext context, string path)
    {
        var opening = RecordingReader.Open(context.Resolve(path));
        if (opening.Reader is not { } reader)
        {
            return SourceResult.Failed(
                RefusalKind.Unreachable,
                opening.Problem?.Message ?? "",
                "Make a recording with: rgp record"
            );
        }

        using (reader)
        {
            var workload = WorkloadReader.Read(context, reader);
            return reader.Problem is { Kind: not RecordingProblemKind.Truncated } problem
                ? SourceResult.Failed(RefusalKind.Unreachable, problem.Message, "No policy was written.")
                : SourceResult.Of(
                    new SuggestSource(
                        Path.GetFileName(path),
                        workload,
                        reader.Header.Host,
                        reader.Header.Server.Kind,
                        path
                    )
                );
        }
    }
}

/// <summary>Takes what a live server has counted itself for what it runs.</summary>
/// <param name="context">Where the command runs.</param>
/// <param name="target">The target that plans are judged for; null for the server's own host.</param>
internal sealed class ServerSource(CliContext context, TargetProfile? target)
{
    private const string Next = "Then try again, or make a recording with rgp record and suggest from that.";

    public async Task<SourceResult> ReadAsync(string uri, string? passwordFile)
    {
        try
        {
            return await ConnectionReader.Match(
                context,
                uri,
                passwordFile,
                at =>
                    ReadAsync(progress =>
                        PostgresStatistics.ReadAsync(
                            at,
                            new PostgresObserverOptions { PlanReader = Judging },
                            context.Time,
                            progress,
                            context.Interrupt
                        )
                    ),
                at => ReadAsync(_ => MySqlStatistics.ReadAsync(at, context.Interrupt)),
                at => ReadAsync(told => SqlServerStatistics.ReadAsync(at, Judging, told, context.Interrupt)),
                problem => Task.FromResult(SourceResult.Failed(RefusalKind.Usage, problem, ConnectionReader.Next))
            );
        }
        catch (ObserveException failure)
        {
            return SourceResult.Failed(RefusalKind.Unreachable, failure.Message, Next);
        }
    }

    private async Task<SourceResult> ReadAsync(Func<Action<int, int>, Task<CountedWork>> read)
    {
        var progress = new ProgressLine(context);
        var work = await read((done, all) => progress.Show(() => Progress(done, all)));
        progress.Clear();
        return Source(work);
    }

    // Of a server on another host the cache is not known: plans are judged by this one's, and it is said.
    private PlanReaderOptions Judging =>
        PlanJudging.Options(target ?? ObserverOpener.HostOf(ObserverOpener.ReadHost(context)));

    private SourceResult Source(CountedWork work)
    {
        var host = ObserverOpener.TargetOf(work.Server, ObserverOpener.ReadHost(context), context.HostRoot);
        var isGuessed = !work.Server.IsLocal && target is null;
        return SourceResult.Of(
            new SuggestSource($"{work.Source} of {work.Server.Target}", work.Workload, host, work.Server.Kind, null)
            {
                Notes = isGuessed
                    ? work.Notes.Add(
                        "The server is on another host, whose cache is not known: give --profile, else it is "
                            + "that of "
                            + $"`{TargetProfile.Generic.Name}`."
                    )
                    : work.Notes,
            }
        );
    }

    private static string Progress(int done, int all) => Invariant($"looked at {done} of {all} statements");
}
