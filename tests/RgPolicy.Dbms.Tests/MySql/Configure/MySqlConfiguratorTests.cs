using RgPolicy.Dbms.Configure;

namespace RgPolicy.Dbms.Tests.MySql.Configure;

/// <summary>Limits of accounts on a real MariaDB: carried out, read back, taken back.</summary>
[Collection(ObservedMariaDb.Collection)]
public sealed class MySqlConfiguratorTests(ObservedMariaDb mariaDb) : IAsyncLifetime
{
    private const string Reports =
        "language 1\npool fast { cpu weight 100 }\npool slow { cpu weight 50  concurrency 4 }\n"
        + "class reports -> slow when session.login like 'rep_%'\nclass etl -> fast when session.login = 'etl'\n"
        + "default -> fast\n"
        + "rule long on class reports { when request.elapsed > 5 min then deprioritize "
        + "when request.elapsed > 10 min then cancel }\n"
        + "rule longer on class reports, etl { when request.elapsed > 2 h then cancel }\n";

    private LimitedMariaDb? _limited;

    private LimitedMariaDb Limited => _limited ??= new LimitedMariaDb(mariaDb.Server);

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync()
    {
        if (_limited is not null)
            await _limited.DisposeAsync();
    }

    [MariaDbFact]
    public async Task Apply_Policy_IsReadBackTwiceChangesNothingAndRollsBack()
    {
        await Limited.AddAsync("rep_a", with: "IDENTIFIED BY 'secret' WITH MAX_QUERIES_PER_HOUR 7");
        await Limited.AddAsync("rep_a", "10.%");
        await Limited.AddAsync("etl");
        await using var configurator = await Limited.ConnectAsync();
        var before = await Limited.EverythingAsync();

        var plan = await Limited.ApplyAsync(configurator, Reports);

        Assert.Contains(
            plan.Steps,
            step => step.Sql == "ALTER USER 'rep_a'@'10.%' WITH MAX_STATEMENT_TIME 600 MAX_USER_CONNECTIONS 4;"
        );
        Assert.Equal("600 4, 600 4", await Limited.LimitsAsync("rep_a"));
        Assert.Equal("7200 0", await Limited.LimitsAsync("etl"));
        var again = await LimitedMariaDb.PlanAsync(configurator, Reports);
        Assert.Empty(again.Steps);
        Assert.Empty(again.ChangedByOthers);
        Assert.Equal("600", await SessionAsync("etl", "SELECT ROUND(@@max_statement_time / 12)"));

        await Limited.ApplyAsync(configurator, Reports.Replace("concurrency 4", "", StringComparison.Ordinal));
        Assert.Equal("600 0, 600 0", await Limited.LimitsAsync("rep_a"));
        await Limited.RollBackAsync(configurator, 0);
        Assert.Equal(before, await Limited.EverythingAsync());
        Assert.All(Limited.Journal(configurator).Entries, entry => Assert.False(entry.IsInForce));
    }

    [MariaDbFact]
    public async Task Plan_ValueChangedByHand_IsDriftAndStaysAlsoAtARollback()
    {
        var changed = await Limited.AddAsync("rep_a");
        await Limited.AddAsync("rep_b");
        await using var configurator = await Limited.ConnectAsync();
        await Limited.ApplyAsync(configurator, Reports);

        await Limited.AlterAsync(changed, "MAX_STATEMENT_TIME 30.5");
        var drift = await LimitedMariaDb.PlanAsync(configurator, Reports);

        Assert.Empty(drift.Steps);
        Assert.StartsWith(
            "'rep_a'@'%': MAX_STATEMENT_TIME was changed to 30.5 by others",
            Assert.Single(drift.ChangedByOthers),
            StringComparison.Ordinal
        );
        Assert.Contains(drift.ChangedByOthers[0], drift.Warnings, StringComparer.Ordinal);
        var back = await Limited.RollBackAsync(configurator, 0);
        Assert.Equal(2, back.Steps.Length);
        Assert.Equal("30.5 0", await Limited.LimitsAsync("rep_a"));
        Assert.Equal("0 0", await Limited.LimitsAsync("rep_b"));
    }

    [MariaDbFact]
    public async Task Plan_ValueTakenAwayByHand_IsSetAgain()
    {
        var account = await Limited.AddAsync("rep_a");
        await using var configurator = await Limited.ConnectAsync();
        await Limited.ApplyAsync(configurator, Reports);

        await Limited.AlterAsync(account, "MAX_USER_CONNECTIONS 0");

        Assert.Equal(
            "ALTER USER 'rep_a'@'%' WITH MAX_USER_CONNECTIONS 4;",
            Assert.Single((await LimitedMariaDb.PlanAsync(configurator, Reports)).Steps).Sql
        );
    }

    [MariaDbFact]
    public async Task Apply_WhatSomebodyElseSet_StaysAsItIs()
    {
        await Limited.AddAsync("rep_a", with: "WITH MAX_STATEMENT_TIME 0.25");
        await Limited.AddAsync("rep_same", with: "WITH MAX_STATEMENT_TIME 600 MAX_USER_CONNECTIONS 4");
        await using var configurator = await Limited.ConnectAsync();
        var before = await Limited.EverythingAsync();

        var plan = await Limited.ApplyAsync(configurator, Reports);

        Assert.Contains(
            plan.Warnings,
            warning => warning == "'rep_a'@'%': MAX_STATEMENT_TIME 0.25 was set by others and is left as it is."
        );
        Assert.Empty(plan.ChangedByOthers);
        Assert.Equal("0.25 4", await Limited.LimitsAsync("rep_a"));
        var off = await configurator.PlanOffAsync(LimitedMariaDb.None);
        LimitedMariaDb.Ended(
            ChangeStatus.Done,
            await Limited.Runner(configurator).ApplyAsync(off, LimitedMariaDb.None)
        );
        Assert.Equal(before, await Limited.EverythingAsync());
    }

    [MariaDbFact]
    public async Task Plan_AdministratorsReplicationNamelessAndOwn_GetNothing()
    {
        await Limited.AddAsync("copy");
        await mariaDb.Server.ExecuteAsync("GRANT REPLICATION SLAVE ON *.* TO copy@'%'");
        await Limited.AddAsync("plain");
        await using var configurator = await Limited.ConnectAsync();

        var plan = await LimitedMariaDb.PlanAsync(
            configurator,
            "language 1\npool all { concurrency 9 }\ndefault -> all\nrule end on class default { when "
                + "request.elapsed >= 90 s then cancel }\n"
        );

        var sql = string.Join('\n', plan.Steps.Select(step => step.Sql));
        Assert.Contains("'plain'@'%' WITH MAX_STATEMENT_TIME 90 MAX_USER_CONNECTIONS 9", sql, StringComparison.Ordinal);
        foreach (var other in (string[])["root", "boss", "deputy", "copy", "mariadb.sys", "mysql", "''@", "chief"])
            Assert.DoesNotContain(other + "'@", sql, StringComparison.Ordinal);
    }

    [MariaDbFact]
    public async Task Plan_LessForEverybody_IsNotLoosened()
    {
        await Limited.AddAsync("rep_a");
        await mariaDb.Server.ExecuteAsync("SET GLOBAL max_statement_time = 300");
        try
        {
            await using var configurator = await Limited.ConnectAsync();

            var plan = await Limited.ApplyAsync(configurator, Reports);

            Assert.Equal("0 4", await Limited.LimitsAsync("rep_a"));
            Assert.Contains(
                plan.Warnings,
                warning => warning.Contains("every account MAX_STATEMENT_TIME 300", StringComparison.Ordinal)
            );
        }
        finally
        {
            await mariaDb.Server.ExecuteAsync("SET GLOBAL max_statement_time = 0");
        }
    }

    [MariaDbFact]
    public async Task Connect_ReadOnlyServer_IsRefused()
    {
        await mariaDb.Server.ExecuteAsync("SET GLOBAL read_only = 1");
        try
        {
            var refused = await Assert.ThrowsAsync<ConfigureException>(() => Limited.ConnectAsync());

            Assert.Contains("read-only, as a replica is", refused.Message, StringComparison.Ordinal);
        }
        finally
        {
            await mariaDb.Server.ExecuteAsync("SET GLOBAL read_only = 0");
        }
    }

    [MariaDbFact]
    public async Task Apply_WithoutRights_SaysWhichAndChangesNothing()
    {
        await Limited.AddAsync("rep_a");
        var admin = await Limited.AddAsync("admin");
        await using var blind = await Limited.ConnectAsync("admin");
        var unreadable = await Assert.ThrowsAsync<ConfigureException>(() => LimitedMariaDb.PlanAsync(blind, Reports));
        Assert.Contains("GRANT SELECT ON mysql.* TO 'admin'", unreadable.Next, StringComparison.Ordinal);

        await mariaDb.Server.ExecuteAsync($"GRANT SELECT ON mysql.* TO {admin}");
        await using var reading = await Limited.ConnectAsync("admin");
        var before = await Limited.EverythingAsync();
        var plan = await LimitedMariaDb.PlanAsync(reading, Reports);
        var denied = await Limited.Runner(reading).ApplyAsync(plan, LimitedMariaDb.None);
        LimitedMariaDb.Ended(ChangeStatus.Restored, denied);
        Assert.Contains("GRANT CREATE USER ON *.* TO 'admin'", denied.Next, StringComparison.Ordinal);
        Assert.Equal(before, await Limited.EverythingAsync());

        await mariaDb.Server.ExecuteAsync($"GRANT CREATE USER ON *.* TO {admin}");
        await using var allowed = await Limited.ConnectAsync("admin");
        await Limited.ApplyAsync(allowed, Reports);
        Assert.Equal("600 4", await Limited.LimitsAsync("rep_a"));
    }

    private async Task<string> SessionAsync(string user, string sql)
    {
        await using var connection = await mariaDb.Server.OpenAsync(user: user);
        await using var command = new MySqlConnector.MySqlCommand(sql, connection);
        return Convert.ToString(await command.ExecuteScalarAsync(), System.Globalization.CultureInfo.InvariantCulture)
            ?? "";
    }
}
