using static RgPolicy.Cli.Status.MemberText;

namespace RgPolicy.Cli.Status;

/// <summary>A status document for people.</summary>
internal static class StatusText
{
    private const int MostClasses = 12;
    private const int LongestText = 80;

    public static void Write(CliContext context, StatusDocument status)
    {
        WriteHeadline(context.Output, status);
        WriteHead(context.Output, status);
        WriteQueries(context, [.. status.Queries.OrEmpty()]);
        WriteClasses(context.Output, status);
        WritePools(context, [.. status.Pools.OrEmpty()], status.IsEnforced);
        NotEnforcedText.Write(context.Output, status);
        ResourceText.Write(context, status);
        WriteCoRun(context.Output, status.CoRun);
        WriteLevers(context.Output, AskedLevers.Of(status));
        WriteMeasures(context.Output, status.Poll, status.Reactions);
    }

    private static void WriteHeadline(TextWriter output, StatusDocument status)
    {
        if (status.UnenforcedError is { } error)
        {
            output.WriteLine($"NOT ENFORCED: {OneLine.Of(error)}");
            output.WriteLine();
        }
    }

    private static void WriteHead(TextWriter output, StatusDocument status)
    {
        output.WriteLine(
            $"target    {Text(status.Target?.Connection)} ({Text(status.Target?.Kind)} {Text(status.Target?.Version)})"
        );
        output.WriteLine(
            $"policy    {Text(status.PolicyPath)}, revision {Text(status.Revision)}, level {Text(status.Level)}"
        );
        if (status.PolicyWaiting is { } waiting)
            output.WriteLine($"waiting   revision {Text(waiting)} of the policy waits to be approved: rgp reload");

        if (status.Paused is { } paused)
        {
            output.WriteLine(
                $"paused    by {OneLine.Of(Text(paused.By))}, since {Text(DocumentFormat.Text(paused.Since))}: "
                    + "nothing is enforced until rgp resume"
            );
        }

        if (status.ActiveStates is { Count: > 0 } states)
            output.WriteLine("states    " + string.Join(", ", states));

        if (status.AuditLost is > 0 and var lost)
            output.WriteLine($"audit     {Text(status.AuditPath)} cannot be written; {Text(lost)} entries are missing");

        foreach (var side in status.NotWorking.OrEmpty())
            output.WriteLine($"problem   {Text(side.Service)}: {OneLine.Of(Text(side.Problem))}");

        WriteSharing(output, status.Host?.Sharing);
        WriteService(output, status.Service);
        if (status.Sidecar is { } sidecar)
        {
            output.WriteLine(
                sidecar.IsReady == true
                    ? $"sidecar   ready; {Text(sidecar.MovedProcesses)} processes in pools, {Text(sidecar.MovesDone)} "
                        + $"moves, {Text(sidecar.MovesFailed)} failed"
                    : $"sidecar   not ready: {Text(sidecar.Error)}"
            );
        }
    }

    private static void WriteSharing(TextWriter output, SharingStatus? sharing)
    {
        if (sharing is null)
            return;

        output.WriteLine(
            $"shared    the host, with {string.Join(", ", sharing.With.OrEmpty())}"
                + (
                    sharing.AllClasses > 0
                        ? $"; {Text(sharing.Classes)} of {Text(sharing.AllClasses)} classes of service"
                        : ""
                )
                + (sharing.Weight is { } weight ? $"; weights are held against {Text(weight)}" : "")
                + (sharing.IsForOthers == true ? "; throttled for their queries too" : "")
        );
    }

    private static void WriteService(TextWriter output, ServiceStatus? service)
    {
        var inServer = service?.ServerCpuSeconds is { } cpu ? $" here and {Seconds(cpu)} in the server" : "";
        output.WriteLine(
            $"service   process {Text(service?.ProcessId)}, up {Seconds(service?.UptimeSeconds)}, "
                + $"{Seconds(service?.CpuSeconds)} of CPU{inServer}, {Size(service?.MemoryBytes)}"
        );
    }

    private static void WriteQueries(CliContext context, IReadOnlyList<QueryStatus> queries)
    {
        context.Output.WriteLine();
        if (queries.Count == 0)
        {
            context.Output.WriteLine("No query is running.");
            return;
        }

        var showsText = queries.Any(query => query.Statement is not null);
        var showsPhase = queries.Any(query => query.Phase is not null);
        string[] text = showsText ? ["text"] : [];
        var showsSets = queries.Any(query => query.Measured is not null);
        string[] at = showsPhase ? ["phase"] : [];
        string[] sets = showsSets ? ["touches"] : [];
        var table = new TextTable([
            "pid",
            "class",
            .. at,
            "pool",
            "running",
            .. sets,
            "login",
            "database",
            "application",
            "note",
            .. text,
        ])
        {
            Figures = [0, 3 + at.Length],
        };
        foreach (var query in queries)
        {
            string[] statement = showsText ? [OneLine.Of(Text(query.Statement), LongestText)] : [];
            table.Add([
                Text(query.ProcessId),
                Text(query.Class) + (query.Provisional == true ? " (provisional)" : ""),
                .. showsPhase ? [query.Phase ?? ""] : (string[])[],
                Text(query.Pool),
                Seconds(query.ElapsedSeconds),
                .. showsSets ? [Touched(query.Measured)] : (string[])[],
                OneLine.Of(Text(query.Login)),
                OneLine.Of(Text(query.Database)),
                OneLine.Of(Text(query.Application)),
                OneLine.Of(Text(query.Note)),
                .. statement,
            ]);
        }

        table.Write(context);
    }

    private static string Touched(MeasuredStatus? measured) =>
        measured switch
        {
            { WorkingSetBytes: { } set, StreamedBytesPerSecond: 0 } => Sizes.Text(set),
            { WorkingSetBytes: { } set, StreamedBytesPerSecond: { } stream } =>
                $"{Sizes.Text(set)}, {Sizes.Text(stream)}/s",
            { WorkingSetBytes: { } set } => $"{Sizes.Text(set)}, stream unknown",
            _ => "",
        };

    /// <summary>How many queries were given each class since the start.</summary>
    private static void WriteClasses(TextWriter output, StatusDocument status)
    {
        var given = status
            .Classes.OrEmpty()
            .Where(each => each.Queries > 0)
            .OrderByDescending(each => each.Queries)
            .ToList();
        if (given.Count > 0)
        {
            var more = given.Count > MostClasses ? $" and {given.Count - MostClasses} more classes" : "";
            output.WriteLine(
                "classed   "
                    + string.Join(
                        ", ",
                        given.Take(MostClasses).Select(each => $"{Text(each.Queries)} {Text(each.Name)}")
                    )
                    + more
            );
        }

        if (status.TooShort is > 0 and var queries)
            output.WriteLine($"too short {Text(queries)} queries: over within 300 ms, before their class was final");
    }

    private static void WritePools(CliContext context, IReadOnlyList<PoolStatus> pools, bool isEnforced)
    {
        context.Output.WriteLine();
        var table = new TextTable(["pool", "setting", "requested", isEnforced ? "in force" : "would be", "effect"]);
        foreach (var pool in pools)
        {
            foreach (var setting in pool.Settings.OrEmpty())
            {
                table.Add(
                    Text(pool.Name),
                    Text(setting.Name),
                    Text(setting.Requested),
                    Text(isEnforced ? setting.InForce : setting.Effective),
                    Text(setting.Effect)
                );
            }

            if (pool.ReadBack is { } readBack)
                table.Add(Text(pool.Name), "(read back)", "", Text(readBack.CpuLever), Text(readBack.CacheMask));

            if (pool.ReadBack?.ReadLimit is { Length: > 0 } limit)
                table.Add(Text(pool.Name), "(read back)", "", limit, "");
        }

        table.Write(context);
        WriteProblems(context.Output, pools);
    }

    private static void WriteProblems(TextWriter output, IEnumerable<PoolStatus> pools)
    {
        foreach (var pool in pools)
        {
            foreach (var problem in (pool.ReadBack?.Problems).OrEmpty())
                output.WriteLine($"problem   pool {Text(pool.Name)}: {problem}");
        }
    }

    /// <summary>The queries that a gate would have held back; the server has none.</summary>
    private static void WriteCoRun(TextWriter output, CoRunStatus? coRun)
    {
        if (coRun is null)
            return;

        output.WriteLine();
        foreach (var gate in coRun.Gates.OrEmpty())
        {
            output.WriteLine(
                $"co-run    {Text(gate.Kind)} {Text(gate.Name)}: {Text(gate.Open)} should run, {Text(gate.Waiting)} "
                    + "should wait (advice: there is no gate)"
            );
        }

        foreach (var hold in coRun.Held.OrEmpty())
            output.WriteLine($"co-run    {Text(hold.Query)} should wait: {Text(hold.Reason)}");
    }

    private static void WriteLevers(TextWriter output, IReadOnlyList<LeverStatus> levers)
    {
        if (levers.Count > 0)
            output.WriteLine();

        foreach (var lever in levers)
            output.WriteLine($"lever     {Text(lever.Lever)}: {Text(lever.State)}; {Text(lever.Reason)}");
    }

    private static void WriteMeasures(TextWriter output, PollStatus? poll, ReactionStatus? reactions)
    {
        output.WriteLine();
        output.WriteLine("poll      " + Quantiles(poll?.CostSeconds));
        output.WriteLine("reaction  " + Quantiles(reactions?.AllSeconds));
        foreach (var note in (poll?.Notes).OrEmpty())
            output.WriteLine("note      " + note);
    }

    private static string Quantiles(DurationQuantiles? quantiles) =>
        quantiles is null
            ? "nothing measured yet"
            : $"p50 {Seconds(quantiles.P50)}, p95 {Seconds(quantiles.P95)}, p99 {Seconds(quantiles.P99)} over "
                + $"{Text(quantiles.Count)}";
}
