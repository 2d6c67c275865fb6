using System.Text.Json.Serialization;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Cli.HostControl;

/// <summary>What is in force on this host, for scripts: <c>rgp/host-status/1</c>.</summary>
internal sealed record HostStatusJson(
    string Schema,
    SidecarJson Sidecar,
    IEnumerable<PoolJson> Pools,
    IEnumerable<string> Drift,
    IEnumerable<string> Traces
)
{
    public static void Write(CliContext context, SidecarAnswer look, HostTraces? traces) =>
        JsonOutput.WriteDocument(
            context,
            new HostStatusJson(
                "rgp/host-status/1",
                SidecarJson.Of(look),
                (look.State?.Pools ?? []).Select(pool => PoolJson.Of(pool, look.State?.Moved ?? [])),
                look.State?.Drift ?? [],
                traces?.All ?? []
            ),
            HostStatusJsonForm.Default.HostStatusJson
        );
}

/// <summary>The sidecar; <c>doctor</c> prints the same.</summary>
internal sealed record SidecarJson(
    bool Reachable,
    string? Problem,
    string? Version,
    int? GuardPid,
    int? MoverPid,
    int? ServerPid,
    long? MovesDone,
    long? MovesRefused,
    decimal? WorstMoveSeconds
)
{
    public static SidecarJson Of(SidecarAnswer look) =>
        new(
            look.State is not null,
            look.Problem,
            look.State?.Version,
            look.State?.GuardProcessId,
            look.State?.MoverProcessId,
            look.State?.Postmaster,
            look.State?.MovesDone,
            look.State?.MovesRefused,
            look.State?.WorstMoveMicroseconds / 1_000_000m
        );
}

internal sealed record PoolJson(
    int Number,
    decimal? CpuShare,
    string? CpuLever,
    string? CacheMask,
    string? ReadLimit,
    IEnumerable<int> Processes,
    IEnumerable<string> Problems
)
{
    public static PoolJson Of(PoolOutcome pool, IEnumerable<MoveRequest> moved) =>
        new(
            pool.Number,
            (decimal?)pool.CpuShare,
            pool.CpuLever,
            pool.CacheMask,
            pool.ReadLimit,
            moved.Where(move => move.Pool == pool.Number).Select(move => move.ProcessId),
            pool.Problems
        );
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(HostStatusJson))]
internal sealed partial class HostStatusJsonForm : JsonSerializerContext;
