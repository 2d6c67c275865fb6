using System.Text.Json;
using RgPolicy.Cli.Shell;
using RgPolicy.Engine.Documents;
using RgPolicy.Host.Protocol;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Cli.HostControl;

/// <summary>What is in force on this host, for scripts.</summary>
internal static class HostStatusJson
{
    /// <summary>Prints the document.</summary>
    public static void Write(CliContext context, SidecarAnswer look, HostTraces? traces) =>
        JsonOutput.WriteDocument(
            context,
            "rgp/host-status/1",
            json =>
            {
                json.WritePropertyName("sidecar");
                WriteSidecar(json, look);
                json.WriteStartArray("pools");
                foreach (var pool in look.State?.Pools ?? [])
                {
                    WritePool(json, pool, look.State?.Moved ?? []);
                }

                json.WriteEndArray();
                json.WriteStartArray("drift");
                foreach (var drift in look.State?.Drift ?? [])
                {
                    json.WriteStringValue(drift);
                }

                json.WriteEndArray();
                json.WriteStartArray("traces");
                foreach (var path in traces?.All ?? [])
                {
                    json.WriteStringValue(path);
                }

                json.WriteEndArray();
            }
        );

    /// <summary>Writes the sidecar as an object; <c>doctor</c> prints the same.</summary>
    public static void WriteSidecar(Utf8JsonWriter json, SidecarAnswer look)
    {
        json.WriteStartObject();
        json.WriteBoolean("reachable", look.State is not null);
        json.WriteString("problem", look.Problem);
        json.WriteString("version", look.State?.Version);
        json.WriteNumberOrNull("guard_pid", look.State?.GuardProcessId);
        json.WriteNumberOrNull("mover_pid", look.State?.MoverProcessId);
        json.WriteNumberOrNull("server_pid", look.State?.Postmaster);
        json.WriteNumberOrNull("moves_done", look.State?.MovesDone);
        json.WriteNumberOrNull("moves_refused", look.State?.MovesRefused);
        json.WriteNumberOrNull("worst_move_seconds", look.State?.WorstMoveMicroseconds / 1_000_000m);
        json.WriteEndObject();
    }

    private static void WritePool(Utf8JsonWriter json, PoolOutcome pool, IReadOnlyList<MoveRequest> moved)
    {
        json.WriteStartObject();
        json.WriteNumber("number", pool.Number);
        json.WriteNumberOrNull("cpu_share", (decimal?)pool.CpuShare);
        json.WriteString("cpu_lever", pool.CpuLever);
        json.WriteString("cache_mask", pool.CacheMask);
        json.WriteString("read_limit", pool.ReadLimit);
        json.WriteStartArray("processes");
        foreach (var move in moved.Where(move => move.Pool == pool.Number))
        {
            json.WriteNumberValue(move.ProcessId);
        }

        json.WriteEndArray();
        json.WriteStartArray("problems");
        foreach (var problem in pool.Problems)
        {
            json.WriteStringValue(problem);
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }
}
