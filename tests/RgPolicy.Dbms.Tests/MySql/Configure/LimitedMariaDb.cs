using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.MySql.Configure;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.Tests.Configure;
using RgPolicy.Language.Targets;
using RgPolicy.Testing.MariaDb;

namespace RgPolicy.Dbms.Tests.MySql.Configure;

/// <summary>Accounts of a test's own on the common server, and a place to remember what was set.</summary>
internal sealed class LimitedMariaDb(MariaDbServer server) : IAsyncDisposable
{
    private readonly List<string> _accounts = [];
    private readonly string _journals = Directory.CreateTempSubdirectory("rgp-limits-").FullName;

    public static CancellationToken None => CancellationToken.None;

    /// <summary>Makes an account; the name is written as it comes.</summary>
    public async Task<string> AddAsync(string user, string host = "%", string with = "")
    {
        var account = MySqlAccount.Of((user, host));
        await server.ExecuteAsync($"CREATE USER {account} {with}");
        _accounts.Add(account);
        return account;
    }

    /// <summary>Connects, as root unless told.</summary>
    public Task<MySqlConfigurator> ConnectAsync(string user = "root") =>
        MySqlConfigurator.ConnectAsync(
            MySqlServerConnection.Parse(server.Url(user), _ => null).Options!,
            TargetProfile.Generic,
            _journals,
            None
        );

    public ChangeJournal Journal(MySqlConfigurator configurator) => ChangeJournal.Open(_journals, configurator.Server);

    /// <summary>Plans and applies.</summary>
    public async Task<ChangePlan> ApplyAsync(MySqlConfigurator configurator, string policy)
    {
        var plan = await PlanAsync(configurator, policy);
        Ended(ChangeStatus.Done, await Runner(configurator).ApplyAsync(plan, None));
        return plan;
    }

    public static Task<ChangePlan> PlanAsync(MySqlConfigurator configurator, string policy) =>
        configurator.PlanAsync(configurator.Bind(policy), false, None);

    /// <summary>Back to before a change of the journal.</summary>
    public async Task<ChangePlan> RollBackAsync(MySqlConfigurator configurator, int from)
    {
        var journal = Journal(configurator);
        var back = await configurator.PlanBackAsync(journal.Entries[from].Before, None);
        Ended(
            ChangeStatus.Done,
            await new ChangeRunner(configurator, journal, TimeProvider.System).RollBackAsync(back, from, None)
        );
        return back;
    }

    public ChangeRunner Runner(MySqlConfigurator configurator, IConfigurator? inPlace = null) =>
        new(inPlace ?? configurator, Journal(configurator), TimeProvider.System);

    public Task AlterAsync(string account, string with) => server.ExecuteAsync($"ALTER USER {account} WITH {with}");

    /// <summary>All that the server keeps for accounts.</summary>
    public async Task<string> EverythingAsync() =>
        (string)(
            await server.ScalarAsync(
                "SELECT GROUP_CONCAT(CONCAT_WS('\u0001', User, Host, Priv) ORDER BY User, Host SEPARATOR '\n') "
                    + "FROM (SELECT User, Host, JSON_REMOVE(Priv, '$.max_statement_time', '$.max_user_connections', "
                    + "'$.max_questions', '$.max_updates', '$.max_connections') AS Priv FROM mysql.global_priv) AS p"
            ) ?? ""
        ) + await LimitsAsync();

    /// <summary>The limits alone.</summary>
    public async Task<string> LimitsAsync() =>
        (string)(
            await server.ScalarAsync(
                "SELECT GROUP_CONCAT(CONCAT_WS(' ', User, Host, max_statement_time + 0e0, max_user_connections, "
                    + "max_questions) ORDER BY User, Host SEPARATOR '\n') FROM mysql.user"
            ) ?? ""
        );

    /// <summary>One account's, as seconds and sessions.</summary>
    public async Task<string> LimitsAsync(string user) =>
        (string)(
            await server.ScalarAsync(
                "SELECT GROUP_CONCAT(CONCAT_WS(' ', max_statement_time + 0e0, max_user_connections) ORDER BY Host "
                    + $"SEPARATOR ', ') FROM mysql.user WHERE User = {MySqlAccount.Quote(user)}"
            ) ?? ""
        );

    public static void Ended(ChangeStatus status, ApplyOutcome outcome) =>
        Assert.True(outcome.Status == status, $"{outcome.Status}: {outcome.Problem}");

    public async ValueTask DisposeAsync()
    {
        foreach (var account in _accounts)
            await server.ExecuteAsync($"DROP USER IF EXISTS {account}");
        Directory.Delete(_journals, recursive: true);
    }
}
