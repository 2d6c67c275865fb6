using System.Collections.Immutable;
using RgPolicy.Cli.Connections;
using RgPolicy.Cli.HostControl;
using RgPolicy.Cli.Shell;
using RgPolicy.Host.Client;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Levers;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Cli.Doctor;

/// <summary>Looks at the host, the sidecar and, where a connection is given, at the DBMS.</summary>
internal sealed class DoctorHandler(CliContext context)
{
    /// <summary>Looks and prints.</summary>
    /// <returns>The exit code: 1 when something needed is missing.</returns>
    public async Task<int> RunAsync(DoctorRequest request, bool json, CancellationToken cancellationToken)
    {
        var server = request.Connect is { } uri
            ? await ServerCheck.RunAsync(context, uri, request.PasswordFile, cancellationToken)
            : null;
        if (server?.Problem is { } problem)
        {
            return context.Fail(ExitCode.Usage, problem, ConnectionReader.Next);
        }

        var report = await ExamineAsync(request, server, cancellationToken);
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
        DoctorRequest request,
        ServerCheck? connection,
        CancellationToken cancellationToken
    )
    {
        var sidecar = await SidecarAnswer.AskAsync(request.Place, cancellationToken);
        var rescue = sidecar.State is null ? await RescueAsync(request.Place) : null;
        var server = sidecar.State?.Postmaster ?? FindServer(request.DataDirectory, connection);
        var facts = HostProbe.Read(context.HostRoot, context.IsRoot, server);
        if (connection?.Server is { } told && facts.Server is { } process && process.ProcessId == told.ProcessId)
            facts = facts with { Server = process with { PidFile = told.PidFile } };
        return new DoctorReport
        {
            Host = facts,
            Sidecar = sidecar,
            Levers = [.. sidecar.State?.Levers ?? LeverAdvisor.Advise(facts, ImmutableHashSet<string>.Empty)],
            Measured = request.Measure ? await MeasureAsync(request.Place, server, cancellationToken) : null,
            Rescue = rescue,
            Dbms = connection?.Findings,
            IsForWatching = request.IsForWatching,
        };
    }

    // Without a service manager nothing else restores what a killed sidecar left behind. Only by this
    // place's own journal: groups without it may belong to a sidecar that lives by another one.
    private async Task<string?> RescueAsync(SidecarPlace place)
    {
        var restored =
            HostTraces.Read(context.HostRoot, place.StateDirectory).Journal is not null
            && context.IsRoot
            && await new SidecarRescue(place.InstallDirectory).RunAsync(place.StateDirectory);
        return restored ? "a sidecar that was killed had left processes governed; all are restored" : null;
    }

    private static async Task<ImmutableArray<MeasuredLever>> MeasureAsync(
        SidecarPlace place,
        int? server,
        CancellationToken cancellationToken
    )
    {
        var (exitCode, output) = await SidecarLauncher.MeasureAsync(place.InstallDirectory, server, cancellationToken);
        return exitCode == 0
            ? MeasuredLever.Parse(output)
            : [new MeasuredLever("measure", "unknown", output.Trim().ReplaceLineEndings(" "))];
    }

    // The server that is asked for, and never another one of the host.
    private int? FindServer(string? dataDirectory, ServerCheck? connection) =>
        connection is { IsPostgres: false } ? connection.Server?.ProcessId
        : dataDirectory is null ? ServerFinder.FromProcesses(context.HostRoot)
        : ServerFinder.FromDataDirectory(context.HostRoot, context.Resolve(dataDirectory));

    private int Conclude(DoctorReport report)
    {
        var missing = report.Missing.ToImmutableArray();
        if (missing.IsEmpty)
        {
            return ExitCode.Success;
        }

        foreach (var part in missing)
        {
            context.Error.WriteLine($"needed: {part.Name}: {part.Problem}");
            if (part.Fix is { } fix)
            {
                context.Error.Write($"  fix: {fix.ReplaceLineEndings("\n       ")}\n");
            }
        }

        return context.Finish(ExitCode.Findings, "Fix what is needed as said above, then run rgp doctor again.");
    }
}

/// <summary>What <c>rgp doctor</c> was asked for.</summary>
/// <param name="Place">Where the sidecar is.</param>
/// <param name="DataDirectory">The server's data directory; null searches the running servers.</param>
/// <param name="Connect">A connection; null leaves the DBMS out.</param>
/// <param name="PasswordFile">Where its password is; null is the environment or pgpass.</param>
internal sealed record DoctorRequest(SidecarPlace Place, string? DataDirectory, string? Connect, string? PasswordFile)
{
    /// <summary>Whether to measure the levers' effect, some seconds of two busy loops.</summary>
    public bool Measure { get; init; }

    /// <summary>Whether it is looked at for watching alone: nothing of this host is needed then.</summary>
    public bool IsForWatching { get; init; }
}
