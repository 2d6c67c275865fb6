using System.Text.Json;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Status;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Cli.Live;

/// <summary>Writes <c>rgp/run/1</c>.</summary>
internal static class RunJson
{
    public static void Write(CliContext context, RunRequest request, IObserver observer, LoopSummary summary) =>
        JsonOutput.WriteDocument(
            context,
            "rgp/run/1",
            json =>
            {
                json.WriteString("target", observer.Server.Target);
                json.WriteString("policy_path", request.Policy);
                json.WriteString("revision", summary.Revision);
                json.WriteString("level", StatusNames.Level(request.Level));
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
            }
        );

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
