using RgPolicy.Service.Composing;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Reactions;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Cli.Live;

/// <summary>Says in a few lines what a loop did.</summary>
internal static class RunText
{
    /// <summary>True of a server on which nothing that runs is changed, whatever a policy says.</summary>
    public static bool IsReachedLater(string kind) => kind == "sqlserver";

    /// <summary>Says it. What runs on a SQL Server is not throttled: what was done there is in the log.</summary>
    public static void Write(CliContext context, LoopSummary summary, string kind)
    {
        var output = context.Output;
        output.WriteLine(
            Invariant(
                $"{summary.Turns} turns in {Seconds(summary.Elapsed)}, {summary.FailedPolls} polls failed; policy revision {summary.Revision}"
            )
        );
        output.WriteLine(
            Invariant(
                $"queries   {summary.Queries} seen; {summary.TooShort} too short to matter (over within 300 ms, before their class was final)"
            )
        );
        if (!IsReachedLater(kind) || summary is not { MovesDone: 0, MovesFailed: 0, SidecarLosses: 0 })
            WriteMoves(output, summary);

        output.WriteLine("poll      " + Quantiles(summary.PollCost, "none"));
        output.WriteLine(
            Invariant(
                $"own cost  {Seconds(ProcessCost.CpuTime)} of CPU{InServer(summary.ServerCpu)}, {ProcessCost.MemoryBytes / 1048576} MiB of memory"
            )
        );
    }

    private static void WriteMoves(TextWriter output, LoopSummary summary)
    {
        output.WriteLine(
            Invariant(
                $"moves     {summary.MovesDone} carried out and read back, {summary.MovesFailed} failed; the sidecar was lost {summary.SidecarLosses} times"
            )
        );
        output.WriteLine("reaction  " + Quantiles(summary.Reactions, "no query that lived for 300 ms was throttled"));
        WriteDetail(output, "plan known at first sight", summary.ReactionsPlanCached);
        WriteDetail(output, "plan fetched", summary.ReactionsPlanFetched);
    }

    private static string InServer(TimeSpan? used) =>
        used is { } cpu ? Invariant($" here and {Seconds(cpu)} in the server") : "";

    public static string Quantiles(DurationHistogram histogram, string none) =>
        histogram.Count == 0
            ? none
            : Invariant(
                $"p50 {Seconds(histogram.Quantile(0.5))}, p95 {Seconds(histogram.Quantile(0.95))}, p99 {Seconds(histogram.Quantile(0.99))}, longest {Seconds(histogram.Maximum)} over {histogram.Count}"
            );

    /// <summary>A duration with a unit that fits it.</summary>
    public static string Seconds(TimeSpan? duration) =>
        duration is not { } known
            ? "?"
            : known.TotalSeconds switch
            {
                < 1 => Invariant($"{known.TotalMilliseconds:0.#} ms"),
                < 120 => Invariant($"{known.TotalSeconds:0.#} s"),
                < 7200 => Invariant($"{known.TotalMinutes:0.#} min"),
                _ => Invariant($"{known.TotalHours:0.#} h"),
            };

    private static void WriteDetail(TextWriter output, string name, DurationHistogram histogram)
    {
        if (histogram.Count > 0)
            output.WriteLine($"          {name}: {Quantiles(histogram, "")}");
    }
}

/// <summary>Writes <c>rgp/run/1</c>.</summary>
internal static class RunJson
{
    public static void Write(CliContext context, LoopRequest request, IObserver observer, LoopSummary summary) =>
        new JsonReport(context, "rgp/run/1").Write(json =>
        {
            json.WriteString("target", observer.Server.Target);
            json.WriteString("policy_path", request.Options.Policy);
            json.WriteString("revision", summary.Revision);
            json.WriteString("level", StatusNames.Level(request.Options.Level));
            json.WriteString("end", summary.End == LoopEnd.Finished ? "finished" : "interrupted");
            json.WriteNumber("elapsed_seconds", summary.Elapsed.TotalSeconds);
            json.WriteNumber("turns", summary.Turns);
            json.WriteNumber("failed_polls", summary.FailedPolls);
            json.WriteNumber("queries", summary.Queries);
            json.WriteNumber("too_short", summary.TooShort);
            json.WriteNumber("moves_done", summary.MovesDone);
            json.WriteNumber("moves_failed", summary.MovesFailed);
            json.WriteNumber("sidecar_losses", summary.SidecarLosses);
            json.WriteString("policy_error", summary.PolicyError);
            json.WriteString("target_error", summary.TargetError);
            WriteMeasures(json, summary);
        });

    private static void WriteMeasures(Utf8JsonWriter json, LoopSummary summary)
    {
        Numbers.WriteQuantiles(json, "reaction_seconds", summary.Reactions);
        Numbers.WriteQuantiles(json, "reaction_seconds_plan_cached", summary.ReactionsPlanCached);
        Numbers.WriteQuantiles(json, "reaction_seconds_plan_fetched", summary.ReactionsPlanFetched);
        json.WriteNumber("short_lived", summary.ShortLived);
        Numbers.WriteQuantiles(json, "poll_cost_seconds", summary.PollCost);
        json.WriteNumber("cpu_seconds", ProcessCost.CpuTime.TotalSeconds);
        if (summary.ServerCpu is { } server)
            json.WriteNumber("server_cpu_seconds", server.TotalSeconds);
        else
            json.WriteNull("server_cpu_seconds");
        json.WriteNumber("memory_bytes", ProcessCost.MemoryBytes);
    }
}
