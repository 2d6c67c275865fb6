using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;
using RgPolicy.Engine.Documents;
using RgPolicy.Engine.Explain;
using RgPolicy.Engine.Observe.Resources;
using RgPolicy.Host.Protocol;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Control;
using RgPolicy.Service.Reactions;

namespace RgPolicy.Service.Status;

/// <summary>Writes <c>rgp/status/1</c>. What it calls effective was read back by the sidecar.</summary>
internal static class StatusDocument
{
    internal static readonly JsonWriterOptions Options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public static void Write(StatusSnapshot snapshot, IBufferWriter<byte> output, bool withSettings)
    {
        using var json = new Utf8JsonWriter(output, Options);
        json.WriteStartObject();
        json.WriteString("schema", "rgp/status/1");
        WriteService(json, snapshot);
        WritePolicy(json, snapshot);
        WriteQueries(json, snapshot.Decided, snapshot.Resources, withSettings);
        json.WriteObjects("classes", snapshot.Policy.ClassCounts, each =>
        {
            json.WriteString("name", each.Class);
            json.WriteNumber("queries", each.Queries);
        });
        DecisionsJson.Write(json, snapshot.Policy.Minutes);
        WritePools(json, snapshot);
        ResourcesJson.Write(json, snapshot.Resources);
        CoreMasksJson.Write(json, snapshot.CoreMasks);
        WriteHost(json, snapshot);
        CoRunJson.Write(json, snapshot.Decided.Review);
        WriteMeasures(json, snapshot);
        WriteHistory(json, snapshot.Changes);
        json.WriteString("last_error", snapshot.LastError);
        json.WriteEndObject();
    }

    private static void WriteService(Utf8JsonWriter json, StatusSnapshot snapshot)
    {
        json.WriteStartObject("service");
        json.WriteNumber("process_id", Environment.ProcessId);
        json.WriteNumber("uptime_seconds", snapshot.Elapsed.TotalSeconds);
        json.WriteNumber("cpu_seconds", ProcessCost.CpuTime.TotalSeconds);
        if (snapshot.ServerCpu is { } server) json.WriteNumber("server_cpu_seconds", server.TotalSeconds);
        else json.WriteNull("server_cpu_seconds");
        json.WriteNumber("memory_bytes", ProcessCost.MemoryBytes);
        json.WriteNumber("turns", snapshot.Turns);
        json.WriteNumber("log_lost", snapshot.LogLost);
        json.WriteEndObject();
    }

    private static void WritePolicy(Utf8JsonWriter json, StatusSnapshot snapshot)
    {
        var program = snapshot.Policy.Program;
        var server = snapshot.Server;
        json.WriteString("revision", program.Revision);
        json.WriteString("policy_path", snapshot.PolicyPath);
        json.WriteString("policy_error", snapshot.Policy.Error);
        json.WriteString("level", Words.Level(snapshot.Level));
        json.WriteBoolean("may_cancel", snapshot.MayCancel);
        WritePaused(json, snapshot.Paused);
        json.WriteString("audit_path", snapshot.Audit?.Path);
        json.WriteNumber("audit_lost", snapshot.Audit?.Lost ?? 0);
        json.WriteStartObject("target");
        json.WriteString("connection", server.Target);
        json.WriteString("kind", server.Kind);
        json.WriteString("version", server.Version);
        json.WriteBoolean("is_lost", snapshot.Poll.IsLost);
        json.WriteString("error", snapshot.Poll.LastError);
        json.WriteEndObject();
        json.WriteTexts("active_states", snapshot.Policy.ActiveStates);
        NotEnforcedJson.Write(json, program);
    }

    private static void WritePaused(Utf8JsonWriter json, PauseRecord? record)
    {
        if (record is null)
        {
            json.WriteNull("paused");
            return;
        }

        json.WriteStartObject("paused");
        OrderDocument.WritePause(json, record);
        json.WriteEndObject();
    }

    private static void WriteQueries(Utf8JsonWriter json, DecidedQueries decided, ServerResources? resources, bool withSettings)
    {
        var program = decided.Program;
        json.WriteStartArray("queries");
        foreach (var each in decided.Queries)
        {
            var query = each.Query;
            json.WriteStartObject();
            json.WriteString("id", query.Id);
            json.WriteNumber("process_id", query.ProcessId);
            json.WriteString("class", program.Policy.Classes[each.Decision.ClassIndex].Name);
            json.WriteBoolean("provisional", each.Decision.IsProvisional);
            json.WriteString("pool", Words.Pool(program, each.PoolNumber, each.Decision.ClassIndex));
            json.WriteNumber("pool_number", each.PoolNumber);
            json.WriteNumber("elapsed_seconds", (decided.Time - query.Started).TotalSeconds);
            json.WriteString("application", query.Session.App);
            json.WriteString("login", query.Session.Login);
            json.WriteString("database", query.Session.Database);
            json.WriteNumber("workers", query.Workers.Length);
            json.WriteString("note", PlanWords.Note(each));
            ResourcesJson.WriteRequest(json, resources, query.ProcessId);
            if (withSettings)
            {
                ExplanationJson.WriteSettings(json, program.PoolOf(each.Decision.ClassIndex).Settings);
            }

            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void WritePools(Utf8JsonWriter json, StatusSnapshot snapshot)
    {
        var readBack = snapshot.Sidecar?.Pools ?? snapshot.Enforcement?.Pools ?? [];
        json.WriteStartArray("pools");
        foreach (var pool in snapshot.Policy.Program.Pools.Concat(snapshot.Policy.Program.NarrowingPools).Distinct())
        {
            json.WriteStartObject();
            json.WriteString("name", pool.Pool.Name);
            json.WriteNumber("number", pool.Number);
            json.WriteBoolean("narrows", pool.Narrows);
            WriteReadBack(json, readBack.FirstOrDefault(outcome => pool.Narrows && outcome.Number == pool.Number));
            ExplanationJson.WriteSettings(json, pool.Settings);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void WriteReadBack(Utf8JsonWriter json, PoolOutcome? outcome)
    {
        if (outcome is null)
        {
            json.WriteNull("read_back");
            return;
        }

        json.WriteStartObject("read_back");
        Numbers.WriteOptional(json, "cpu_share", outcome.CpuShare);
        json.WriteString("cpu_lever", outcome.CpuLever);
        json.WriteString("cache_mask", outcome.CacheMask);
        json.WriteString("read_limit", outcome.ReadLimit);
        json.WriteTexts("problems", outcome.Problems);
        json.WriteEndObject();
    }

    private static void WriteHost(Utf8JsonWriter json, StatusSnapshot snapshot)
    {
        json.WriteStartObject("host");
        json.WriteNumber("cores", snapshot.Policy.Program.Target.Cores);
        json.WriteNumber("llc_bytes", snapshot.Policy.Program.Target.LlcBytes);
        Numbers.WriteOptional(json, "cpu_pressure", snapshot.Decided.Pressure?.Cpu);
        Numbers.WriteOptional(json, "io_pressure", snapshot.Decided.Pressure?.Io);
        Numbers.WriteOptional(json, "memory_pressure", snapshot.Decided.Pressure?.Memory);
        WriteLevers(json, snapshot.Sidecar);
        json.WriteEndObject();
        WriteSidecar(json, snapshot);
    }

    private static void WriteLevers(Utf8JsonWriter json, SidecarState? sidecar)
    {
        json.WriteObjects("levers", sidecar?.Levers ?? [], lever =>
        {
            json.WriteString("lever", lever.Lever);
            json.WriteString("state", lever.State);
            json.WriteString("reason", lever.Reason);
            json.WriteString("fix", lever.Fix);
        });
    }

    private static void WriteSidecar(Utf8JsonWriter json, StatusSnapshot snapshot)
    {
        if (snapshot.Enforcement is not { } enforcement)
        {
            json.WriteNull("sidecar");
            return;
        }

        json.WriteStartObject("sidecar");
        json.WriteBoolean("is_ready", enforcement.IsReady);
        json.WriteString("version", snapshot.Sidecar?.Version);
        Numbers.WriteOptional(json, "mover_process_id", snapshot.Sidecar?.MoverProcessId);
        Numbers.WriteOptional(json, "guard_process_id", snapshot.Sidecar?.GuardProcessId);
        Numbers.WriteOptional(json, "moved_processes", snapshot.Sidecar?.Moved.Count);
        json.WriteNumber("moves_done", enforcement.Done);
        json.WriteNumber("moves_failed", enforcement.Failed);
        Numbers.WriteOptional(json, "worst_move_seconds", snapshot.Sidecar?.WorstMoveMicroseconds / 1e6);
        json.WriteNumber("losses", enforcement.Losses);
        json.WriteString("error", enforcement.LastError);
        json.WriteEndObject();
    }

    private static void WriteMeasures(Utf8JsonWriter json, StatusSnapshot snapshot)
    {
        var poll = snapshot.Poll;
        json.WriteStartObject("poll");
        json.WriteNumber("interval_seconds", poll.Interval.TotalSeconds);
        json.WriteNumber("failed", poll.Failed);
        Numbers.WriteQuantiles(json, "cost_seconds", poll.Cost);
        json.WriteNumber("clock_jumps", poll.ClockJumps);
        json.WriteNumber("last_clock_jump_seconds", poll.LastClockJump.TotalSeconds);
        json.WriteTexts("notes", poll.Notes);
        json.WriteEndObject();
        WriteReactions(json, snapshot.Reactions);
    }

    private static void WriteReactions(Utf8JsonWriter json, ReactionSummary reactions)
    {
        json.WriteStartObject("reactions");
        Numbers.WriteQuantiles(json, "all_seconds", reactions.All);
        Numbers.WriteQuantiles(json, "plan_cached_seconds", reactions.PlanCached);
        Numbers.WriteQuantiles(json, "plan_fetched_seconds", reactions.PlanFetched);
        json.WriteNumber("short_lived", reactions.ShortLived);
        json.WriteEndObject();
    }

    private static void WriteHistory(Utf8JsonWriter json, IEnumerable<(DateTimeOffset Time, AuditEntry Entry)> changes) => json.WriteObjects("changes", changes, change =>
    {
        json.WriteString("time", change.Time.UtcDateTime);
        json.WriteString("event", AuditLine.Word(change.Entry.Event));
        json.WriteString("actor", change.Entry.Actor);
        json.WriteString("query", change.Entry.Query);
        json.WriteString("class", change.Entry.Class);
        json.WriteString("before", change.Entry.Before);
        json.WriteString("after", change.Entry.After);
        json.WriteString("reason", change.Entry.Reason);
    });
}
