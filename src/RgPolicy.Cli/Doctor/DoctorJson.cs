using System.Collections.Immutable;
using System.Text.Json;
using RgPolicy.Cli.HostControl;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms;
using RgPolicy.Engine.Documents;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Cli.Doctor;

/// <summary>Prints the report for scripts: <c>rgp/doctor/1</c>.</summary>
internal static class DoctorJson
{
    /// <summary>Prints the document.</summary>
    public static void Write(CliContext context, DoctorReport report) =>
        JsonOutput.WriteDocument(
            context,
            "rgp/doctor/1",
            json =>
            {
                WriteHost(json, report.Host);
                WriteServer(json, report.Host.Server);
                json.WritePropertyName("sidecar");
                HostStatusJson.WriteSidecar(json, report.Sidecar);
                json.WriteString("restored", report.Rescue);
                json.WriteStartArray("levers");
                foreach (var lever in report.Levers)
                {
                    WriteLever(json, lever);
                }

                json.WriteEndArray();
                WriteMeasured(json, report.Measured);
                WriteDbms(json, report.Dbms);
                WriteMissing(json, report.Missing);
            }
        );

    private static void WriteHost(Utf8JsonWriter json, HostFacts host)
    {
        json.WriteStartObject("host");
        json.WriteString("kernel", host.KernelRelease);
        json.WriteBoolean("root", host.IsRoot);
        json.WriteNumber("cpus", host.Topology.Cpus.Length);
        json.WriteObjects(
            "l3_domains",
            host.Topology.Domains,
            domain =>
            {
                json.WriteNumber("id", domain.Id);
                json.WriteNumber("size_bytes", domain.SizeBytes);
                json.WriteNumber("ways", domain.Ways);
                json.WriteNumber("cpus", domain.Cpus.Length);
            }
        );
        WriteResctrl(json, host.Resctrl);
        json.WriteBooleanOrNull("autogroup", host.Autogroup);
        json.WriteNumberOrNull("cpu_pressure_percent", (decimal?)host.Pressure.CpuPercent);
        json.WriteNumberOrNull("io_pressure_percent", (decimal?)host.Pressure.IoPercent);
        json.WriteNumberOrNull("memory_pressure_percent", (decimal?)host.Pressure.MemoryPercent);
        json.WriteEndObject();
    }

    private static void WriteResctrl(Utf8JsonWriter json, ResctrlFacts? resctrl)
    {
        if (resctrl is null)
        {
            json.WriteNull("resctrl");
            return;
        }

        json.WriteStartObject("resctrl");
        json.WriteNumber("ways", resctrl.Ways);
        json.WriteNumber("least_bits", resctrl.LeastBits);
        json.WriteNumber("classes_of_service", resctrl.ClosIds);
        json.WriteNumberOrNull("least_bandwidth_percent", resctrl.LeastBandwidthPercent);
        json.WriteEndObject();
    }

    private static void WriteServer(Utf8JsonWriter json, ServerProcess? server)
    {
        if (server is null)
        {
            json.WriteNull("server");
            return;
        }

        json.WriteStartObject("server");
        json.WriteNumber("pid", server.ProcessId);
        json.WriteNumber("uid", server.UserId);
        json.WriteNumberOrNull("cgroup_version", server.Hierarchy?.Version);
        json.WriteString("cgroup", server.Hierarchy?.Path);
        json.WriteBoolean("cpu_controller", server.HasCpuController);
        json.WriteString("disk", server.Storage.Device);
        json.WriteString("io_scheduler", server.Storage.Scheduler);
        json.WriteEndObject();
    }

    private static void WriteLever(Utf8JsonWriter json, LeverReport lever)
    {
        json.WriteStartObject();
        json.WriteString("lever", lever.Lever);
        json.WriteString("state", lever.State);
        json.WriteString("reason", lever.Reason);
        json.WriteString("fix", lever.Fix);
        json.WriteEndObject();
    }

    private static void WriteMeasured(Utf8JsonWriter json, ImmutableArray<MeasuredLever>? measured)
    {
        if (measured is not { } levers)
        {
            json.WriteNull("measured");
            return;
        }

        json.WriteObjects(
            "measured",
            levers,
            lever =>
            {
                json.WriteString("lever", lever.Lever);
                json.WriteString("result", lever.Result);
                json.WriteString("text", lever.Text);
            }
        );
    }

    private static void WriteDbms(Utf8JsonWriter json, ImmutableArray<DoctorFinding>? findings)
    {
        if (findings is not { } checks)
        {
            json.WriteNull("dbms");
            return;
        }

        json.WriteStartArray("dbms");
        foreach (var finding in checks)
        {
            json.WriteStartObject();
            json.WriteString("id", finding.Id);
            json.WriteString(
                "state",
                finding.State switch
                {
                    DoctorState.Ok => "ok",
                    DoctorState.Warning => "warning",
                    _ => "missing",
                }
            );
            json.WriteString("message", finding.Message);
            json.WriteString("lost", finding.Lost.Length == 0 ? null : finding.Lost);
            json.WriteString("fix", finding.Fix.Length == 0 ? null : finding.Fix);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void WriteMissing(Utf8JsonWriter json, IEnumerable<MissingPart> parts)
    {
        json.WriteStartArray("missing");
        foreach (var part in parts)
        {
            json.WriteStartObject();
            json.WriteString("name", part.Name);
            json.WriteString("problem", part.Problem);
            json.WriteString("fix", part.Fix);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }
}
