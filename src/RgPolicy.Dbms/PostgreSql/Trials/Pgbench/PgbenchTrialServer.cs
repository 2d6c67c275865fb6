using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.PostgreSql.Trials.Pgbench;

/// <summary>A PostgreSQL on which pgbench runs a workload of scripts; a session beside it explains and
/// watches.</summary>
internal sealed class PgbenchTrialServer : ITrialServer, ITrialBench
{
    private readonly TrialServer<PostgresTrialSession> _server;
    private readonly PgbenchRun _run;
    private readonly PgbenchLoad _load;
    private readonly TimeProvider _time;
    private FrozenDictionary<string, ImmutableArray<string>> _samples = FrozenDictionary<
        string,
        ImmutableArray<string>
    >.Empty;
    private PgbenchClients? _clients;

    private PgbenchTrialServer(
        TrialServer<PostgresTrialSession> server,
        PgbenchRun run,
        PgbenchLoad load,
        TimeProvider time
    ) => (_server, _run, _load, _time) = (server, run, load, time);

    public TrialFacts Facts => _server.Facts;

    public IReadOnlyList<ITrialSession> Sessions => _server.Sessions;

    public ITrialBench Bench => this;

    /// <summary>Connects, and has pgbench draw values once.</summary>
    /// <exception cref="TrialException">The server cannot be reached, or there is no such program.</exception>
    public static async Task<PgbenchTrialServer> ConnectAsync(
        PgbenchProgram program,
        PostgresConnectionOptions options,
        TrialWorkload workload,
        PgbenchLoad load,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        var server = await PostgresTrialServer.ConnectAsync(options, 1, load.Limit, cancellationToken);
        var all = new PgbenchTrialServer(server, new PgbenchRun(program, options, workload, load), load, time);
        try
        {
            all._samples = await PgbenchSamples.ReadAsync(all._run, workload.Given, cancellationToken);
            return all;
        }
        catch
        {
            await all.DisposeAsync();
            throw;
        }
    }

    /// <summary>The statements that a script sends, with values in place of variables.</summary>
    internal ImmutableArray<string> SamplesOf(string script) => _samples.GetValueOrDefault(script, []);

    public async Task<ImmutableArray<string>> FingerprintsAsync(
        TrialStatement script,
        CancellationToken cancellationToken
    )
    {
        var all = new List<string>();
        // What frames a transaction is in every script.
        foreach (var text in SamplesOf(script.Name).Where(PostgresTrialSession.HasPlan))
            all.AddRange(await _server.First.FingerprintsAsync(script with { Text = text }, cancellationToken));
        return [.. all.Distinct(StringComparer.Ordinal)];
    }

    public async Task<ITrialClients> StartAsync(TrialSettings settings, CancellationToken cancellationToken)
    {
        var session = _server.First;
        await session.SetAsync(settings, cancellationToken);
        var plans = new List<string>();
        foreach (var script in _run.Scripts)
            plans.Add(await PlansOfAsync(script.Source.Name, cancellationToken));
        await (_clients?.DisposeAsync() ?? ValueTask.CompletedTask);
        _clients = new PgbenchClients(session, _run, [.. plans], _time);
        await _clients.StartAsync(settings, _load.Clients, cancellationToken);
        return _clients;
    }

    private async Task<string> PlansOfAsync(string script, CancellationToken cancellationToken)
    {
        var plans = new List<string>();
        foreach (var text in SamplesOf(script))
            plans.Add(await _server.First.PlanOfAsync(new TrialStatement(script, 1, text), cancellationToken));
        return TextHash.Of(string.Join(' ', plans), 12);
    }

    public async ValueTask DisposeAsync()
    {
        await (_clients?.DisposeAsync() ?? ValueTask.CompletedTask);
        await _server.DisposeAsync();
        _run.Dispose();
    }
}

internal sealed class PgbenchClients(
    PostgresTrialSession session,
    PgbenchRun run,
    ImmutableArray<string> plans,
    TimeProvider time
) : ITrialClients
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    private readonly CancellationTokenSource _end = new();
    private Task<Processes.ProgramOutput>? _program;

    public ImmutableArray<int> ProcessIds { get; private set; } = [];

    /// <summary>Starts the program, and waits until all clients wait.</summary>
    public async Task StartAsync(TrialSettings settings, int clients, CancellationToken cancellationToken)
    {
        await session.NumbersAsync($"SELECT 1 FROM pg_catalog.pg_advisory_lock({run.Lock})", cancellationToken);
        _program = run.RunAsync(settings, _end.Token);
        while (ProcessIds.Length < clients)
        {
            if (_program.IsCompleted)
                throw await FailedAsync(run.Reason(await _program));
            await Task.WhenAny(_program, Task.Delay(Pause, time, cancellationToken));
            ProcessIds = await session.NumbersAsync(run.WaitingSql, cancellationToken);
        }
    }

    public async Task<ImmutableArray<(TrialStatement Statement, TrialExecution Execution)>> RunAsync(
        CancellationToken cancellationToken
    )
    {
        if (_program is null)
            return [];
        var released = time.GetUtcNow();
        await session.NumbersAsync("SELECT 1 FROM pg_catalog.pg_advisory_unlock_all()", cancellationToken);
        var output = await _program.WaitAsync(cancellationToken);
        if (output.ExitCode != 0)
            throw await FailedAsync(run.Reason(output));
        return [.. run.Scripts.Zip(run.Means(released), plans).Select(Timed)];
    }

    private static (TrialStatement, TrialExecution) Timed((PgbenchScript Script, TimeSpan? Mean, string Plan) each)
    {
        var (name, text, weight) = each.Script.Source;
        return each.Mean is { } mean
            ? (new TrialStatement(name, weight, text), new TrialExecution(mean, each.Plan))
            : throw new TrialException(
                $"pgbench never drew `{name}`: give it more weight, or another --seed",
                false,
                null
            );
    }

    public async ValueTask DisposeAsync()
    {
        if (_end.IsCancellationRequested)
            return;
        var isCut = _program is { IsCompleted: false };
        await _end.CancelAsync();
        await Task.WhenAny(_program ?? Task.CompletedTask);
        try
        {
            // The server does not notice by itself that a client is gone while it works for it.
            if (isCut)
                await session.NumbersAsync(
                    $"SELECT pg_catalog.pg_terminate_backend(pid)::int4 FROM pg_catalog.pg_stat_activity WHERE application_name = '{run.ApplicationName}'",
                    CancellationToken.None
                );
            await session.NumbersAsync("SELECT 1 FROM pg_catalog.pg_advisory_unlock_all()", CancellationToken.None);
        }
        catch (TrialException)
        {
            // The server is gone, and its sessions with it.
        }

        _end.Dispose();
    }

    private async Task<TrialException> FailedAsync(string reason)
    {
        try
        {
            await session.NumbersAsync("SELECT 1", CancellationToken.None);
            return new TrialException($"pgbench: {reason}", false, null);
        }
        catch (TrialException e)
        {
            return new TrialException($"pgbench: {reason}", true, e);
        }
    }
}
