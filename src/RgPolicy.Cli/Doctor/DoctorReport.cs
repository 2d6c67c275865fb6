using System.Collections.Immutable;
using RgPolicy.Cli.HostControl;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Levers;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Cli.Doctor;

/// <summary>What this host offers and lacks.</summary>
internal sealed record DoctorReport
{
    /// <summary>The host.</summary>
    public required HostFacts Host { get; init; }

    /// <summary>The sidecar, or why it does not answer.</summary>
    public required SidecarLook Sidecar { get; init; }

    /// <summary>Each lever's state.</summary>
    public required ImmutableArray<LeverReport> Levers { get; init; }

    /// <summary>What was restored on the way, or null.</summary>
    public string? Rescue { get; init; }

    /// <summary>What the DBMS lacks; null when no connection was given.</summary>
    public ImmutableArray<DoctorFinding>? Dbms { get; init; }

    /// <summary>What is needed for governing and missing.</summary>
    public IEnumerable<DoctorFinding> Missing => HostFindings().Concat(Dbms ?? []).Where(finding => finding.IsNeeded);

    private IEnumerable<DoctorFinding> HostFindings()
    {
        var knowsServer = Host.Server is not null || Sidecar.State?.Postmaster is not null;
        if (!knowsServer)
        {
            yield return new DoctorFinding(
                "server", true, "no PostgreSQL server was found on this host", "start it, or give its --data-directory DIR");
        }

        if (Sidecar.Problem is { } problem)
        {
            yield return new DoctorFinding(
                "sidecar", true, problem, "sudo rgp-sidecar guard --data-directory DIR");
        }

        var cpu = Levers.FirstOrDefault(lever => lever.Lever == LeverNames.CpuCgroup);
        if (knowsServer && cpu is { State: LeverNames.Missing or LeverNames.Inert })
        {
            yield return new DoctorFinding(cpu.Lever, true, cpu.Reason, cpu.Fix);
        }
    }
}
