using RgPolicy.Host.Levers;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Cli.Doctor;

/// <summary>Prints the report for people.</summary>
internal sealed class DoctorText(CliContext context)
{
    private readonly Paint _paint = new(context.UsesColour);

    public void Write(DoctorReport report)
    {
        WriteHost(report.Host);
        WriteSidecar(report);
        WriteLevers(report.Levers);
        if (report.Measured is { } measured)
            WriteMeasured(measured);

        if (report.Dbms is { } findings)
            WriteDbms(findings);
    }

    private void WriteHost(HostFacts host)
    {
        Title("Host");
        Line("kernel", host.KernelRelease);
        Line("processors", Invariant($"{host.Topology.Cpus.Length} online"));
        Line("L3 cache", CacheText(host.Topology.Domains));
        Line("allocation", AllocationText(host));
        Line("pressure", host.Pressure.IsAbsent ? "not told by this kernel" : PressureText(host.Pressure));
        Line(
            "server",
            host.Server is { } server ? Invariant($"process {server.ProcessId}, {GroupText(server)}") : "none found"
        );
    }

    private void WriteSidecar(DoctorReport report)
    {
        Title("Sidecar");
        if (report.Rescue is { } rescue)
            Line("restored", rescue);

        if (report.Sidecar.State is { } state)
        {
            Line("running", Invariant($"{state.Version}, guard {state.GuardProcessId}, mover {state.MoverProcessId}"));
            Line(
                "moves",
                Invariant(
                    $"{state.MovesDone} done, {state.MovesRefused} refused, slowest {state.WorstMoveMicroseconds} us"
                )
            );
        }
        else
        {
            Line("none", report.Sidecar.Problem ?? "");
        }
    }

    private void WriteLevers(ImmutableArray<LeverReport> levers)
    {
        Title("Levers");
        foreach (var lever in levers)
        {
            var state = _paint.Of(TintOf(lever.State), lever.State.PadRight(9));
            context.Output.WriteLine($"  {state}  {lever.Lever, -16}  {lever.Reason}");
            WriteFix(lever.State is LeverNames.Missing or LeverNames.Inert ? lever.Fix : null);
        }
    }

    private void WriteMeasured(ImmutableArray<MeasuredLever> measured)
    {
        Title("Measured");
        foreach (var lever in measured)
        {
            var tint = lever.Result is "effective" or "measured" ? Tint.Good : Tint.Doubtful;
            context.Output.WriteLine(
                $"  {_paint.Of(tint, lever.Result.PadRight(9))}  {lever.Lever, -16}  {lever.Text}"
            );
        }
    }

    private void WriteDbms(ImmutableArray<DoctorFinding> findings)
    {
        Title("DBMS");
        foreach (var finding in findings)
        {
            var state = _paint.Of(TintOf(finding.State), WordOf(finding.State).PadRight(9));
            context.Output.WriteLine($"  {state}  {finding.Id, -18}  {Printable.Of(finding.Message)}");
            if (finding.Lost.Length > 0)
                context.Output.WriteLine($"             lost: {finding.Lost}");

            WriteFix(finding.Fix.Length > 0 ? finding.Fix : null);
        }
    }

    private void WriteFix(string? fix)
    {
        if (fix is not null)
        {
            var lines = fix.ReplaceLineEndings("\n                  ");
            context.Output.Write($"             {_paint.Of(Tint.Note, "fix: " + lines)}\n");
        }
    }

    private void Title(string text) => context.Output.WriteLine(_paint.Of(Tint.Strong, text));

    private void Line(string name, string text) => context.Output.WriteLine($"  {name, -11}  {text}");

    private static string CacheText(ImmutableArray<CacheDomain> domains) =>
        domains.IsEmpty
            ? "none shown by this machine"
            : string.Join(
                ", ",
                domains.Select(each => Invariant($"domain {each.Id}: {Sizes.Text(each.SizeBytes)}, {each.Ways} ways"))
            );

    private static string AllocationText(HostFacts host) =>
        host.Resctrl switch
        {
            { FullMask: > 0 } resctrl => Invariant(
                $"resctrl: {resctrl.Ways} ways, {resctrl.ClosIds} classes of service"
            ),
            { } => "resctrl is mounted, without L3 allocation",
            null => host.KnowsResctrl
                ? "resctrl is there and not mounted"
                : "none: this processor or kernel has no resctrl",
        };

    private static string PressureText(Pressure pressure) =>
        Invariant(
            $"cpu {pressure.CpuPercent:0.##} %, io {pressure.IoPercent:0.##} %, memory {pressure.MemoryPercent:0.##} %"
        );

    private static string GroupText(ServerProcess server) =>
        server.Hierarchy is { } hierarchy
            ? Invariant($"cgroup v{hierarchy.Version} {hierarchy.Path}")
            : "no cpu cgroup";

    private static Tint TintOf(string state) =>
        state switch
        {
            LeverNames.Used or LeverNames.Available => Tint.Good,
            LeverNames.Inert => Tint.Doubtful,
            _ => Tint.Bad,
        };

    private static Tint TintOf(DoctorState state) =>
        state switch
        {
            DoctorState.Ok => Tint.Good,
            DoctorState.Warning => Tint.Doubtful,
            _ => Tint.Bad,
        };

    private static string WordOf(DoctorState state) =>
        state switch
        {
            DoctorState.Ok => "ok",
            DoctorState.Warning => "warning",
            _ => "missing",
        };
}
