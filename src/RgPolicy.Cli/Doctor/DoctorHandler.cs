using System.Collections.Immutable;
using RgPolicy.Cli.HostControl;
using RgPolicy.Cli.Shell;
using RgPolicy.Host.Client;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Levers;

namespace RgPolicy.Cli.Doctor;

/// <summary>Looks at the host, the sidecar and, where a connection is given, at the DBMS.</summary>
internal sealed class DoctorHandler(CliContext context)
{
    /// <summary>Looks and prints.</summary>
    /// <returns>The exit code: 1 when something needed is missing.</returns>
    public async Task<int> RunAsync(
        SidecarPlace place, string? dataDirectory, bool json, CancellationToken cancellationToken)
    {
        var report = await ExamineAsync(place, dataDirectory, cancellationToken);
        if (json)
        {
            DoctorJson.Write(context, report);
        }
        else
        {
            new DoctorText(context).Write(report);
        }

        return Conclude(report);
    }

    private async Task<DoctorReport> ExamineAsync(
        SidecarPlace place, string? dataDirectory, CancellationToken cancellationToken)
    {
        var sidecar = await SidecarLook.AskAsync(place, cancellationToken);
        var rescue = sidecar.State is null ? await RescueAsync(place) : null;
        var server = sidecar.State?.Postmaster ?? FindServer(dataDirectory);
        var facts = HostProbe.Read(context.HostRoot, context.IsRoot, server);
        return new DoctorReport
        {
            Host = facts,
            Sidecar = sidecar,
            Levers = [.. sidecar.State?.Levers ?? LeverAdvisor.Advise(facts, ImmutableHashSet<string>.Empty)],
            Rescue = rescue,
        };
    }

    // Without a service manager nobody else restores what a killed sidecar left behind.
    private async Task<string?> RescueAsync(SidecarPlace place)
    {
        var traces = HostTraces.Read(context.HostRoot, place.StateDirectory);
        var restored = !traces.IsClean
            && context.IsRoot
            && await new SidecarRescue(place.InstallDirectory).RunAsync(place.StateDirectory);
        return restored ? "a sidecar that was killed had left processes governed; all are restored" : null;
    }

    private int? FindServer(string? dataDirectory) => dataDirectory is null
        ? ServerFinder.FromProcesses(context.HostRoot)
        : ServerFinder.FromDataDirectory(context.HostRoot, context.Resolve(dataDirectory));

    private int Conclude(DoctorReport report)
    {
        var missing = report.Missing.ToImmutableArray();
        if (missing.IsEmpty)
        {
            return ExitCode.Success;
        }

        foreach (var finding in missing)
        {
            context.Error.WriteLine($"needed: {finding.Name}: {finding.Problem}");
        }

        var fix = missing.Select(finding => finding.Fix).FirstOrDefault(command => command is not null);
        return context.Finish(
            ExitCode.Findings, fix is null ? "Then run rgp doctor again." : $"Next: {fix}; then run rgp doctor again.");
    }
}
