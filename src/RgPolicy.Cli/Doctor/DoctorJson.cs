using System.Text.Json.Serialization;
using RgPolicy.Cli.HostControl;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Cli.Doctor;

/// <summary>The report for scripts: <c>rgp/doctor/1</c>.</summary>
internal sealed record DoctorJson(
    string Schema,
    DoctorHost Host,
    DoctorServer? Server,
    SidecarJson Sidecar,
    string? Restored,
    IEnumerable<LeverReport> Levers,
    IEnumerable<MeasuredLever>? Measured,
    IEnumerable<DoctorCheck>? Dbms,
    IEnumerable<MissingPart> Missing
)
{
    public static void Write(CliContext context, DoctorReport report) =>
        JsonOutput.WriteDocument(
            context,
            new DoctorJson(
                "rgp/doctor/1",
                DoctorHost.Of(report.Host),
                report.Host.Server is { } server ? DoctorServer.Of(server) : null,
                SidecarJson.Of(report.Sidecar),
                report.Rescue,
                report.Levers,
                report.Measured,
                report.Dbms?.Select(DoctorCheck.Of),
                report.Missing
            ),
            DoctorJsonForm.Default.DoctorJson
        );
}

internal sealed record DoctorHost(
    string Kernel,
    bool Root,
    int Cpus,
    IEnumerable<DoctorCacheDomain> L3Domains,
    DoctorResctrl? Resctrl,
    bool? Autogroup,
    decimal? CpuPressurePercent,
    decimal? IoPressurePercent,
    decimal? MemoryPressurePercent
)
{
    public static DoctorHost Of(HostFacts host) =>
        new(
            host.KernelRelease,
            host.IsRoot,
            host.Topology.Cpus.Length,
            host.Topology.Domains.Select(each => new DoctorCacheDomain(
                each.Id,
                each.SizeBytes,
                each.Ways,
                each.Cpus.Length
            )),
            host.Resctrl is { } cache
                ? new(cache.Ways, cache.LeastBits, cache.ClosIds, cache.LeastBandwidthPercent)
                : null,
            host.Autogroup,
            (decimal?)host.Pressure.CpuPercent,
            (decimal?)host.Pressure.IoPercent,
            (decimal?)host.Pressure.MemoryPercent
        );
}

internal sealed record DoctorCacheDomain(int Id, long SizeBytes, int Ways, int Cpus);

internal sealed record DoctorResctrl(int Ways, int LeastBits, int ClassesOfService, int? LeastBandwidthPercent);

internal sealed record DoctorServer(
    int Pid,
    int Uid,
    int? CgroupVersion,
    string? Cgroup,
    bool CpuController,
    string? Disk,
    string? IoScheduler
)
{
    public static DoctorServer Of(ServerProcess server) =>
        new(
            server.ProcessId,
            server.UserId,
            server.Hierarchy?.Version,
            server.Hierarchy?.Path,
            server.HasCpuController,
            server.Storage.Device,
            server.Storage.Scheduler
        );
}

internal sealed record DoctorCheck(string Id, string State, string Message, string? Lost, string? Fix)
{
    public static DoctorCheck Of(DoctorFinding finding) =>
        new(
            finding.Id,
            finding.State switch
            {
                DoctorState.Ok => "ok",
                DoctorState.Warning => "warning",
                _ => "missing",
            },
            finding.Message,
            finding.Lost.Length == 0 ? null : finding.Lost,
            finding.Fix.Length == 0 ? null : finding.Fix
        );
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(DoctorJson))]
internal sealed partial class DoctorJsonForm : JsonSerializerContext;
