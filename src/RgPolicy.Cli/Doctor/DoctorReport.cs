using RgPolicy.Host.Levers;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Cli.Doctor;

/// <summary>What this host and, where a connection was given, the DBMS offer and lack.</summary>
internal sealed record DoctorReport
{
    private static readonly ImmutableArray<string> ServerIsHere = ["pg.local", "mssql.local", "my.local"];

    public required HostFacts Host { get; init; }

    /// <summary>The sidecar, or why it does not answer.</summary>
    public required SidecarAnswer Sidecar { get; init; }

    /// <summary>Each lever's state.</summary>
    public required ImmutableArray<LeverReport> Levers { get; init; }

    /// <summary>What was measured; null when it was not asked for.</summary>
    public ImmutableArray<MeasuredLever>? Measured { get; init; }

    /// <summary>What was restored on the way, or null.</summary>
    public string? Rescue { get; init; }

    /// <summary>What was checked on the DBMS; null when no connection was given.</summary>
    public ImmutableArray<DoctorFinding>? Dbms { get; init; }

    /// <summary>Whether it is looked at for watching alone.</summary>
    public bool IsForWatching { get; init; }

    /// <summary>What is needed and missing; watching, or governing a server elsewhere, needs nothing of
    /// this host.</summary>
    public IEnumerable<MissingPart> Missing =>
        IsForWatching || IsServerElsewhere ? DbmsParts() : DbmsParts().Concat(HostParts());

    private bool IsServerElsewhere =>
        Dbms is { } findings
        && findings.Any(finding =>
            ServerIsHere.Contains(finding.Id, StringComparer.Ordinal) && finding.State != DoctorState.Ok
        );

    private IEnumerable<MissingPart> DbmsParts() =>
        (Dbms ?? [])
            .Where(finding => finding.State == DoctorState.Missing)
            .Select(finding => new MissingPart(
                finding.Id,
                finding.Message,
                finding.Fix.Length == 0 ? null : finding.Fix
            ));

    private IEnumerable<MissingPart> HostParts()
    {
        var knowsServer = Host.Server is not null || Sidecar.State?.Postmaster is not null;
        if (!knowsServer)
        {
            yield return new MissingPart(
                "server",
                Dbms is null
                    ? "no PostgreSQL server was found on this host"
                    : "the server's process was not found here",
                "# start it, or run: rgp doctor --data-directory DIR"
            );
        }

        if (Sidecar.Problem is { } problem)
            yield return new MissingPart("sidecar", problem, SidecarFix.For(Host));

        var cpu = Levers.FirstOrDefault(lever => lever.Lever == LeverNames.CpuCgroup);
        if (knowsServer && cpu is { State: LeverNames.Missing or LeverNames.Inert })
            yield return new MissingPart(cpu.Lever, cpu.Reason, cpu.Fix);
    }
}

/// <summary>One thing that governing needs and that is not there.</summary>
/// <param name="Name">What.</param>
/// <param name="Problem">What is wrong.</param>
/// <param name="Fix">The command or statement that fixes it, or null.</param>
internal sealed record MissingPart(string Name, string Problem, string? Fix);

/// <summary>What two busy loops showed of a lever.</summary>
/// <param name="Lever">Its name; <c>cgroup_move</c> is the cost of a move.</param>
/// <param name="Result"><c>effective</c>, <c>inert</c>, <c>unclear</c>, <c>unknown</c> or <c>measured</c>.</param>
/// <param name="Text">The figures.</param>
internal sealed record MeasuredLever(string Lever, string Result, string Text)
{
    /// <summary>Reads what the sidecar printed; lines of another form are passed over.</summary>
    public static ImmutableArray<MeasuredLever> Parse(string output) =>
        [
            .. output
                .Split('\n')
                .Select(line => line.Split('\t'))
                .Where(parts => parts.Length == 3)
                .Select(parts => new MeasuredLever(parts[0], parts[1], parts[2])),
        ];
}
