using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.Poll;

namespace RgPolicy.Dbms.MySql.Configure;

/// <summary>Reads and changes the limits of a MariaDB's or MySQL's accounts, and nothing else of them: never a right, a
/// password, or a variable of the server.</summary>
internal sealed class MySqlConfigurator : IConfigurator, IChangeObserver, IPolicyImporter
{
    // A number, and a word from MariaDB 12 on.
    private const string ServerSql =
        "SELECT CONCAT(@@hostname, ':', @@port, ' ', @@datadir), CAST(@@GLOBAL.read_only AS CHAR)";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly MySqlConnectionOptions _options;
    private readonly string _directory;
    private MySqlLink? _link;

    private MySqlConfigurator(MySqlConnectionOptions options, string directory)
    {
        (_options, _directory) = (options, directory);
        Server = new ServerIdentity("mysql", "", null, "");
        Profile = TargetProfile.Generic;
    }

    public ServerIdentity Server { get; private set; }
    public TargetProfile Profile { get; private set; }

    private bool IsMariaDb => Server.Kind == "mariadb";

    /// <exception cref="ConfigureException">The server cannot be reached, or is read-only.</exception>
    public static async Task<MySqlConfigurator> ConnectAsync(
        MySqlConnectionOptions options,
        TargetProfile host,
        string directory,
        CancellationToken cancellationToken
    )
    {
        var configurator = new MySqlConfigurator(options, directory);
        try
        {
            await configurator.ReopenAsync(cancellationToken);
            await configurator.IdentifyAsync(host, cancellationToken);
            return configurator;
        }
        catch
        {
            await configurator.DisposeAsync();
            throw;
        }
    }

    public async Task<ConfigurationReading> ReadAsync(CancellationToken cancellationToken)
    {
        var actual = await ReadCatalogAsync(cancellationToken);
        return new ConfigurationReading(
            JsonSerializer.SerializeToElement(Planner().Own(actual), UserLimitJson.Default.UserLimitState),
            UserLimitPlanner.DigestOf(actual)
        );
    }

    public async Task<ChangePlan> PlanAsync(PolicyProgram program, bool takesOver, CancellationToken cancellationToken)
    {
        var actual = await ReadCatalogAsync(cancellationToken);
        var places = actual.Accounts.Where(each => each.Value.Traits == LoginTraits.None && each.Key.User.Length > 0);
        return Planner()
            .Toward(
                UserLimitCompiler.Compile(program, places.Select(each => each.Key), IsMariaDb),
                program.Revision,
                actual
            );
    }

    public async Task<ImportedPolicy> ImportAsync(CancellationToken cancellationToken) =>
        UserLimitImport.Of(await ReadCatalogAsync(cancellationToken));

    public async Task<ChangePlan> PlanBackAsync(JsonElement state, CancellationToken cancellationToken) =>
        Planner().Back(StateOf(state), await ReadCatalogAsync(cancellationToken));

    public async Task<ChangePlan> PlanOffAsync(CancellationToken cancellationToken) =>
        Planner().Back(new UserLimitState([]), await ReadCatalogAsync(cancellationToken));

    public async Task BeginAsync(ChangePlan plan, CancellationToken cancellationToken)
    {
        var actual = await ReadCatalogAsync(cancellationToken);
        Ledger()
            .Add([
                .. StateOf(plan.Goal)
                    .Limits.Select(row =>
                        row.Each(limit => limit.Of(row) == limit.Of(actual.Of(row.Account)) ? 0 : limit.Of(row))
                    )
                    .Where(row => !row.IsNone),
            ]);
    }

    public async Task EndAsync(CancellationToken cancellationToken) =>
        Ledger().Settle(await ReadCatalogAsync(cancellationToken));

    public Task ExecuteAsync(ChangeStep step, CancellationToken cancellationToken) =>
        RunAsync(
            async (link, token) =>
            {
                await link.ExecuteAsync(step.Sql, token);
                return true;
            },
            cancellationToken
        );

    public async Task<Verification> VerifyAsync(JsonElement goal, CancellationToken cancellationToken) =>
        new(UserLimitPlanner.Differences(await ReadCatalogAsync(cancellationToken), StateOf(goal)), []);

    public async Task ReopenAsync(CancellationToken cancellationToken)
    {
        await DisposeAsync();
        try
        {
            _link = await MySqlLink.OpenAsync(_options, MySqlBackends.Own(isLocal: false), cancellationToken);
        }
        catch (ObserveException e)
        {
            throw new ConfigureException(e.Message, "Check the connection, the login and its password.", e)
            {
                IsLost = true,
            };
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_link is { } link)
        {
            _link = null;
            await link.DisposeAsync();
        }
    }

    private async Task IdentifyAsync(TargetProfile host, CancellationToken cancellationToken)
    {
        var (name, isReadOnly, version) = ("", false, "");
        await RunAsync(
            async (link, token) =>
            {
                version = MySqlVersion.Plain(link.Version);
                await link.ReadAsync(
                    ServerSql,
                    row => (name, isReadOnly) = (row.GetString(0), row.GetString(1) is not ("0" or "OFF")),
                    token
                );
                return true;
            },
            cancellationToken
        );
        if (MySqlVersion.WhyNot(version) is { } problem)
            throw new ConfigureException($"{_options.Target}: {problem}", "Connect to a newer server.");
        if (isReadOnly)
        {
            throw new ConfigureException(
                $"{_options.Target}: the server is read-only, as a replica is",
                "Connect to the primary: what is set there comes to the replicas."
            );
        }

        var kind = MySqlVersion.IsMariaDb(version) ? "mariadb" : "mysql";
        Server = new ServerIdentity(kind, version, null, name);
        Profile = host with { Name = _options.Target, DbmsKind = kind, DbmsVersion = MySqlVersion.Parts(version) };
    }

    private Task<AccountCatalog> ReadCatalogAsync(CancellationToken cancellationToken) =>
        RunAsync(
            async (link, token) =>
            {
                var superusers = await Superusers.ReadAsync(link, token);
                return superusers.Logins is null
                    ? throw UserLimitRights.Unreadable(_options)
                    : await AccountReader.ReadAsync(link, superusers, token);
            },
            cancellationToken
        );

    private async Task<TResult> RunAsync<TResult>(
        Func<MySqlLink, CancellationToken, Task<TResult>> run,
        CancellationToken cancellationToken
    )
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(Patience);
        try
        {
            return await run(_link ?? throw new TimeoutException("there is no connection"), patience.Token);
        }
        catch (Exception e) when (MySqlFailure.IsExpected(e) && !cancellationToken.IsCancellationRequested)
        {
            throw UserLimitRights.Failure(_options, e);
        }
    }

    private UserLimitPlanner Planner() => new(_options.Target, Server, Ledger());

    // Read anew each time: another rgp may have written it.
    private UserLimitLedger Ledger() => UserLimitLedger.Open(_directory, Server);

    private static UserLimitState StateOf(JsonElement state) =>
        state.Deserialize(UserLimitJson.Default.UserLimitState) is { Limits.IsDefault: false } read
            ? read
            : throw new ConfigureException(
                "the document holds no limits of accounts",
                "Make the plan again: rgp plan."
            );
}
