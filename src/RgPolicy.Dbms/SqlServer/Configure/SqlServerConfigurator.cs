using RgPolicy.Dbms.SqlServer.Availability;
using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Hints;
using RgPolicy.Dbms.SqlServer.Import;

namespace RgPolicy.Dbms.SqlServer.Configure;

internal sealed class SqlServerConfigurator : IConfigurator, IAdopter, IPolicyImporter, IFactsExport
{
    private readonly SqlServerConnectionOptions _connection;
    private readonly SqlServerLink _link;
    private readonly SqlServerFacts _facts;
    private readonly GovernorReader _reader;
    private readonly GovernorPlanner _planner;
    private readonly OthersWatch _others;
    private readonly AvailabilityGroups _groups;

    private SqlServerConfigurator(
        SqlServerConnectionOptions connection,
        SqlServerLink link,
        SqlServerFacts facts,
        string name,
        TargetProfile profile,
        AvailabilityGroups groups
    )
    {
        _groups = groups;
        (_connection, _link, _facts, Profile) = (connection, link, facts, profile);
        Server = new ServerIdentity("sqlserver", facts.ReportedVersion, facts.Edition, name);
        _reader = new GovernorReader(link, facts);
        _planner = new GovernorPlanner(link.Target, Server, facts);
        _others = new OthersWatch(_reader, link.Target);
    }

    public ServerIdentity Server { get; }
    public TargetProfile Profile { get; }

    /// <summary>The replicas that the connection stands for, this server among them; empty where it is the only one.
    /// </summary>
    public ImmutableArray<Replica> Replicas => _groups.Replicas(_connection);

    /// <remarks><c>quotaCpus</c>: CPUs that the quota of its cgroup comes to; null without one, and where it cannot be
    /// seen.</remarks>
    public static async Task<SqlServerConfigurator> ConnectAsync(
        SqlServerConnectionOptions options,
        double? quotaCpus,
        CancellationToken cancellationToken
    )
    {
        var link = new SqlServerLink(options, LinkSettings.Configure);
        try
        {
            await link.ReopenAsync(cancellationToken);
            var (facts, name) = await SqlServerFactsReader.ReadAsync(link, cancellationToken);
            var profile = await SqlServerFactsReader.ReadProfileAsync(link, facts, cancellationToken);
            var groups = await AvailabilityReader.ReadAsync(link, facts, options.Host, cancellationToken);
            return new SqlServerConfigurator(
                options,
                link,
                facts with
                {
                    QuotaCpus = quotaCpus,
                },
                name,
                profile,
                groups
            );
        }
        catch
        {
            await link.DisposeAsync();
            throw;
        }
    }

    public Task<ConfigurationReading> ReadAsync(CancellationToken cancellationToken) =>
        ReadAsync(adopted: null, cancellationToken);

    public Task<ConfigurationReading> ReadForAsync(JsonElement goal, CancellationToken cancellationToken) =>
        ReadAsync(StateOf(goal).Adopted, cancellationToken);

    private async Task<ConfigurationReading> ReadAsync(GovernorAdoption? adopted, CancellationToken cancellationToken)
    {
        var all = await _reader.ReadAllAsync(cancellationToken) with { Adopted = adopted };
        _others.Begin(all);
        var state = all.OfUsers();
        return new ConfigurationReading(
            JsonSerializer.SerializeToElement(state.Own(), GovernorJson.Default.GovernorState),
            GovernorPlanner.DigestOf(state)
        );
    }

    public async Task<ChangePlan> PlanAsync(PolicyProgram program, bool takesOver, CancellationToken cancellationToken)
    {
        var compilation = GovernorCompiler.Compile(program, _facts);
        return WithGroups(
            _planner.Toward(compilation, program.Revision, await _reader.ReadAllAsync(cancellationToken), takesOver)
        );
    }

    public async Task<ChangePlan> PlanAdoptionAsync(
        PolicyProgram program,
        Adoption adoption,
        CancellationToken cancellationToken
    )
    {
        var all = await _reader.ReadAllAsync(cancellationToken);
        return WithGroups(_planner.Adopting(program, adoption, all));
    }

    public async Task<ChangePlan> PlanBackAsync(JsonElement state, CancellationToken cancellationToken)
    {
        var before = StateOf(state);
        var stored = await ReadStoredAsync(before.Adopted, cancellationToken);
        var plan = _planner.Back(before, stored);
        return _others.HasFound && before.HasSameOwn(await _reader.ReadEffectiveAsync(stored, cancellationToken))
            ? GovernorPlanner.OfStored(plan)
            : plan;
    }

    public async Task<ChangePlan> PlanOffAsync(CancellationToken cancellationToken) =>
        _planner.Disable(await _reader.ReadAsync(cancellationToken));

    public async Task ExecuteAsync(ChangeStep step, CancellationToken cancellationToken)
    {
        if (step.IsInNewSession)
            await _link.ReopenAsync(cancellationToken);
        if (step.Sql == GovernorStatements.Reconfigure)
            await _others.CheckAsync(cancellationToken);
        await _link.ExecuteAsync(step.Sql, cancellationToken);
        _others.Note(step.Sql);
    }

    public async Task<Verification> VerifyAsync(JsonElement goal, CancellationToken cancellationToken)
    {
        var wanted = StateOf(goal);
        var stored = await ReadStoredAsync(wanted.Adopted, cancellationToken);
        var effective = await _reader.ReadEffectiveAsync(stored, cancellationToken);
        // Changes that others have stored meanwhile are theirs to put in force.
        stored = stored with
        {
            IsPending = stored.IsPending && !_others.HasFound,
        };
        return GovernorVerifier.Verify(wanted, stored, effective, await _reader.ReadSessionsAsync(cancellationToken));
    }

    public async Task<ImportedPolicy> ImportAsync(CancellationToken cancellationToken) =>
        GovernorImport.Of(
            await _reader.ReadAllAsync(cancellationToken),
            _facts,
            await ServerZoneReader.ReadAsync(_link, _facts, cancellationToken)
        );

    public async Task<string> ExportFactsAsync(DateTimeOffset now, CancellationToken cancellationToken) =>
        new SavedServer
        {
            Schema = SavedServer.CurrentSchema,
            ReadAt = now,
            Target = _link.Target,
            Name = Server.Name,
            Facts = _facts,
            Host = await SqlServerFactsReader.ReadHostAsync(_link, _facts, cancellationToken),
            State = await _reader.ReadAllAsync(cancellationToken),
        }.Write();

    /// <summary>Compares the hints that are remembered with those that are there. Nothing is changed.</summary>
    public Task<ImmutableArray<ConfigurationChange>> CompareHintsAsync(
        string directory,
        CancellationToken cancellationToken
    ) => WithHintsAsync(directory, hints => hints.CompareAsync(cancellationToken));

    /// <summary>Clears every hint that is still as it was set, and forgets all of them.</summary>
    public Task<ImmutableArray<ConfigurationChange>> ClearHintsAsync(
        string directory,
        CancellationToken cancellationToken
    ) => WithHintsAsync(directory, hints => hints.ClearAsync(cancellationToken));

    public Task ReopenAsync(CancellationToken cancellationToken) => _link.ReopenAsync(cancellationToken);

    public ValueTask DisposeAsync() => _link.DisposeAsync();

    private async Task<GovernorState> ReadStoredAsync(GovernorAdoption? adopted, CancellationToken cancellationToken) =>
        (await _reader.ReadAllAsync(cancellationToken) with { Adopted = adopted }).OfUsers();

    private ChangePlan WithGroups(ChangePlan plan)
    {
        var warnings = _connection.IsOneOfSeveral ? [] : _groups.Warnings(Server.Name).ToList();
        var refusals = _groups.Refusals.ToList();
        return warnings.Count + refusals.Count == 0
            ? plan
            : ChangePlanFile.Seal(
                plan with
                {
                    Warnings = [.. plan.Warnings, .. warnings],
                    Refusals = [.. plan.Refusals, .. refusals],
                    Steps = refusals.Count > 0 ? [] : plan.Steps,
                    Scripts = refusals.Count > 0 ? null : plan.Scripts,
                }
            );
    }

    /// <summary>On a connection of its own: a hint is read and set in its database, and everything else
    /// in master.</summary>
    private async Task<ImmutableArray<ConfigurationChange>> WithHintsAsync(
        string directory,
        Func<HintCleanup, Task<ImmutableArray<ConfigurationChange>>> use
    )
    {
        var journal = HintJournal.Open(directory, Server);
        if (journal.Entries.IsEmpty)
            return [];
        await using var link = new OwnLink(_connection, LinkSettings.Hints, []);
        var store = new HintStore(link);
        try
        {
            return await use(new HintCleanup(store, journal, TimeProvider.System));
        }
        finally
        {
            await store.CloseAsync();
        }
    }

    private static GovernorState StateOf(JsonElement state) =>
        state.Deserialize(GovernorJson.Default.GovernorState)
        ?? throw new ConfigureException(
            "the document holds no configuration of a SQL Server",
            "Make the plan again: rgp plan."
        );
}
