using RgPolicy.Cli.Connections;
using RgPolicy.Cli.HostControl;
using RgPolicy.Host.Client;
using RgPolicy.Host.Levers;

namespace RgPolicy.Cli.Doctor;

/// <summary><c>rgp doctor</c>: says what this host lacks for governing, and the fix.</summary>
internal sealed class DoctorCommand(CliContext context)
{
    private static readonly Option<string?> Connect = LiveOptions.Connect();
    private static readonly Option<string[]> TrustedRoles = LiveOptions.TrustedRoles();
    private static readonly Option<string?> PasswordFile = LiveOptions.PasswordFile();

    private static readonly Option<string?> DataDirectory = new("--data-directory")
    {
        Description = "The server's data directory; without it the running servers are searched.",
        HelpName = "DIR",
    };

    private static readonly Option<string> Level = new Option<string>("--level")
    {
        Description = "What it is for: enforce, or observe or advise, which need no sidecar.",
        HelpName = "observe|advise|enforce",
        DefaultValueFactory = _ => "enforce",
    }.AcceptOnlyFromAmong("observe", "advise", "enforce");

    private static readonly Option<bool> Measure = new("--measure")
    {
        Description =
            "Also measures which levers have an effect here and what a move costs: root, some "
            + "seconds of two busy loops.",
    };

    private static readonly SidecarOptions Sidecar = new();

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "doctor",
            "Says what this host lacks for governing, and the fix.",
            "rgp doctor",
            "sudo rgp doctor --measure",
            "rgp doctor --server postgres://rgpolicy@localhost/postgres --output json"
        )
        {
            Ends = [new(ExitCode.Findings, "Something that governing needs is missing.")],
        }
            .Takes(Connect, TrustedRoles, PasswordFile, DataDirectory, Level, Measure)
            .Takes(Sidecar.Socket, Sidecar.StateDirectory)
            .Does(new DoctorCommand(context).RunAsync);

    /// <summary>Looks and prints.</summary>
    /// <returns>The exit code: 1 when something needed is missing.</returns>
    private async Task<int> RunAsync(ParseResult result)
    {
        var server = LiveOptions.ConnectOf(result, Connect, TrustedRoles) is { } uri
            ? await ServerCheck.RunAsync(context, uri, result.GetValue(PasswordFile))
            : null;
        if (server?.Problem is { } problem)
            return context.Fail(ExitCode.Usage, problem, ConnectionReader.Next);

        var report = await ExamineAsync(result, server);
        if (result.WantsJson())
            DoctorJson.Write(context, report);
        else
            new DoctorText(context).Write(report);

        return Conclude(report);
    }

    private async Task<DoctorReport> ExamineAsync(ParseResult result, ServerCheck? connection)
    {
        var place = Sidecar.Place(context, result);
        var sidecar = await SidecarAnswer.AskAsync(place, context.Interrupt);
        var rescue = sidecar.State is null ? await RescueAsync(place) : null;
        var server = sidecar.State?.Postmaster ?? FindServer(result.GetValue(DataDirectory), connection);
        var facts = HostProbe.Read(context.HostRoot, context.IsRoot, server);
        if (connection?.Server is { } told && facts.Server is { } process && process.ProcessId == told.ProcessId)
            facts = facts with { Server = process with { PidFile = told.PidFile } };
        return new DoctorReport
        {
            Host = facts,
            Sidecar = sidecar,
            Levers = [.. sidecar.State?.Levers ?? LeverAdvisor.Advise(facts, ImmutableHashSet<string>.Empty)],
            Measured = result.GetValue(Measure) ? await MeasureAsync(place, server) : null,
            Rescue = rescue,
            Dbms = connection?.Findings,
            IsForWatching = result.GetValue(Level) != "enforce",
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

    private async Task<ImmutableArray<MeasuredLever>> MeasureAsync(SidecarPlace place, int? server)
    {
        var (exitCode, output) = await SidecarLauncher.MeasureAsync(place.InstallDirectory, server, context.Interrupt);
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
            return ExitCode.Success;

        foreach (var part in missing)
        {
            context.Error.WriteLine($"needed: {part.Name}: {part.Problem}");
            if (part.Fix is { } fix)
                context.Error.Write($"  fix: {fix.ReplaceLineEndings("\n       ")}\n");
        }

        return context.Finish(ExitCode.Findings, "Fix what is needed as said above, then run rgp doctor again.");
    }
}
