using MySqlConnector;
using RgPolicy.Dbms.MySql;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.Doctor;
using RgPolicy.Testing.MariaDb;

namespace RgPolicy.Dbms.Tests.MySql;

/// <summary>What goes wrong is said, and nothing is lost by it.</summary>
[Collection(ObservedMariaDb.Collection)]
public sealed class MySqlOutageTests(ObservedMariaDb mariaDb)
{
    [MariaDbTheory]
    [InlineData("OFF")]
    [InlineData("ON")]
    public async Task Poll_ServerKilledAndStartedAgain_GoesOn(string performanceSchema)
    {
        var settings = ImmutableDictionary<string, string>.Empty.Add("performance_schema", performanceSchema);
        await using var server = await ObservedMariaDb.StartAsync(settings);
        await using var observer = await ObservedMariaDb.ConnectAsync(server);
        await server.KillAsync();
        var failure = await Assert.ThrowsAsync<ObserveException>(() =>
            observer.PollAsync(findBlocking: false, CancellationToken.None)
        );
        Assert.NotEmpty(failure.Message);

        await server.StartAgainAsync();
        await using var running = await SleepAsync(server, "mark20");

        Assert.Equal("app", (await ObservedMariaDb.UntilAsync(observer, "mark20")).Session.Login);
    }

    [MariaDbFact]
    public async Task Poll_ServerKeepsNoMorePreparedStatements_GoesOn()
    {
        await using var server = await ObservedMariaDb.StartAsync(
            ImmutableDictionary<string, string>.Empty.Add("performance_schema", "ON")
        );
        await server.ExecuteAsync("SET GLOBAL max_prepared_stmt_count = 0");
        await using var observer = await ObservedMariaDb.ConnectAsync(server);
        await using var running = await SleepAsync(server, "mark19");

        Assert.Equal("app", (await ObservedMariaDb.UntilAsync(observer, "mark19")).Session.Login);
    }

    [MariaDbFact]
    public async Task Connect_WithoutProcess_SaysWhatToGrant()
    {
        await mariaDb.Server.ExecuteAsync("CREATE OR REPLACE USER blind@localhost");

        var failure = await Assert.ThrowsAsync<ObserveException>(() => ConnectAsync("blind"));

        Assert.Contains("GRANT PROCESS ON *.* TO 'blind'", failure.Message, StringComparison.Ordinal);
    }

    [MariaDbFact]
    public async Task Connect_WithoutTheRightToSeeAdministrators_GovernsNobody()
    {
        await mariaDb.Server.ExecuteAsync(
            "CREATE OR REPLACE USER doubtful@localhost; GRANT PROCESS ON *.* TO doubtful@localhost"
        );
        await using var observer = await ConnectAsync("doubtful");
        await using var running = await mariaDb.RunAsync("SELECT 'mark21', SLEEP(60)");

        var query = await ObservedMariaDb.UntilAsync(observer, "mark21");

        Assert.NotNull(query.Exemption);
        Assert.Contains(observer.Notes, note => note.Contains("administer", StringComparison.Ordinal));
    }

    [MariaDbFact]
    public async Task Connect_WrongPassword_IsARefusal()
    {
        var options = ObservedMariaDb.Connection(mariaDb.Server).WithPassword("wrong");

        var failure = await Assert.ThrowsAsync<ObserveException>(() => ConnectAsync(options));

        Assert.Equal(ServerLack.Refused, failure.Lack);
        Assert.DoesNotContain("wrong", failure.Message, StringComparison.Ordinal);
    }

    [MariaDbFact]
    public async Task Connect_NobodyThere_IsUnreachable()
    {
        var options = MySqlServerConnection.Parse("mysql://rgpolicy@/?socket=/nowhere/s", _ => null).Options!;

        var failure = await Assert.ThrowsAsync<ObserveException>(() => ConnectAsync(options));

        Assert.Equal(ServerLack.Unreachable, failure.Lack);
    }

    [MariaDbFact]
    public async Task Connect_Ed25519_IsSaidClearly()
    {
        await mariaDb.Server.ExecuteAsync("INSTALL SONAME 'auth_ed25519'");
        await mariaDb.Server.ExecuteAsync(
            "CREATE OR REPLACE USER curve@localhost IDENTIFIED VIA ed25519 USING PASSWORD('x')"
        );

        var failure = await Assert.ThrowsAsync<ObserveException>(() =>
            ConnectAsync(MySqlServerConnection.Parse(mariaDb.Server.Url("curve"), _ => null).Options!.WithPassword("x"))
        );

        Assert.Contains("ed25519", failure.Message, StringComparison.Ordinal);
        Assert.Contains("mysql_native_password", failure.Message, StringComparison.Ordinal);
    }

    [MariaDbFact]
    public async Task Poll_HostileNamesAndTexts_AreReadAsTheyAre()
    {
        const string Name = "x' OR ''=\\\"`;--";
        await mariaDb.Server.ExecuteAsync("CREATE DATABASE IF NOT EXISTS `ta``b'le;--`");
        await using (var connection = await mariaDb.Server.OpenAsync())
        {
            await using var command = new MySqlCommand(
                $"CREATE OR REPLACE USER {MySqlAccount.Quote(Name)}@localhost",
                connection
            );
            await command.ExecuteNonQueryAsync();
            command.CommandText = $"GRANT ALL ON *.* TO {MySqlAccount.Quote(Name)}@localhost";
            await command.ExecuteNonQueryAsync();
        }

        await using var observer = await mariaDb.ConnectAsync();
        await using var running = await mariaDb.RunAsync(
            "SELECT 'mark22 ä€𝄞', SLEEP(60)",
            user: Name,
            before: "USE `ta``b'le;--`"
        );

        var query = await ObservedMariaDb.UntilAsync(observer, "mark22");

        Assert.Equal((Name, "ta`b'le;--"), (query.Session.Login, query.Session.Database));
    }

    [MariaDbTheory]
    [InlineData("latin1")]
    [InlineData("utf8mb3")]
    public async Task Poll_SessionOfAnotherCharacterSet_IsSeen(string characters)
    {
        await using var observer = await mariaDb.ConnectAsync();
        await using var running = await mariaDb.RunAsync(
            $"SELECT 'größer {characters}', SLEEP(60)",
            before: $"SET NAMES {characters}"
        );

        var query = await ObservedMariaDb.UntilAsync(observer, characters);

        Assert.Equal(RgPolicy.Plans.StatementKind.Select, query.Statement!.Kind);
    }

    [MariaDbFact]
    public async Task Poll_PerformanceSchema_TellsApplicationsAndKeepsStatementsApart()
    {
        await using var server = await ObservedMariaDb.StartAsync(
            ImmutableDictionary<string, string>.Empty.Add("performance_schema", "ON")
        );
        await using var observer = await ObservedMariaDb.ConnectAsync(server);
        await using var running = await RunningMariaDbStatement.StartAsync(
            server,
            "SELECT 'mark23', SLEEP(2)",
            ObservedMariaDb.Application,
            null
        );
        var first = await ObservedMariaDb.UntilAsync(observer, "mark23");
        await running.Result;
        await using var next = running.Then("SELECT 'mark24', SLEEP(60)");
        var second = await ObservedMariaDb.UntilAsync(observer, "mark24");

        Assert.Equal(first.ProcessId, second.ProcessId);
        Assert.NotEqual(first.Id, second.Id, StringComparer.Ordinal);
        Assert.True(Directory.Exists($"/proc/{server.ProcessId}/task/{second.ProcessId}"));
        Assert.Contains(observer.Notes, note => note.Contains("events_statements_current", StringComparison.Ordinal));
    }

    [MariaDbFact]
    public async Task Poll_PoolOfThreads_NamesSessionsAndSaysThatThreadsAreNotGoverned()
    {
        await using var server = await ObservedMariaDb.StartAsync(
            ImmutableDictionary<string, string>.Empty.Add("thread_handling", "pool-of-threads")
        );
        await using var observer = await ObservedMariaDb.ConnectAsync(server);
        await using var running = await SleepAsync(server, "mark25");

        var query = await ObservedMariaDb.UntilAsync(observer, "mark25");

        Assert.Equal(running.SessionId, query.ProcessId);
        Assert.Contains(observer.Notes, note => note.Contains("pool-of-threads", StringComparison.Ordinal));
        Assert.Equal(
            "has thread_handling = pool-of-threads, so its sessions have no threads of their own",
            observer.WhyNoThreads
        );
    }

    [MariaDbFact]
    public async Task Check_OfTheSetUp_FindsNothingMissing()
    {
        var findings = await MySqlDoctor.CheckAsync(ObservedMariaDb.Connection(mariaDb.Server), CancellationToken.None);

        Assert.DoesNotContain(findings, each => each.State == DoctorState.Missing);
        Assert.Contains(findings, each => each is { Id: "my.superusers", State: DoctorState.Ok });
        Assert.Contains(findings, each => each is { Id: "my.local", State: DoctorState.Ok });
        Assert.Contains(findings, each => each is { Id: "my.plans", State: DoctorState.Ok });
        Assert.Contains(
            findings,
            each => each is { Id: "my.authentication", Message: "the account logs in by mysql_native_password" }
        );
        Assert.DoesNotContain(findings, each => each.Message.Contains('*', StringComparison.Ordinal));
    }

    [MariaDbFact]
    public async Task Check_WrongPassword_AsksForItAndMakesNoAccount()
    {
        var findings = await MySqlDoctor.CheckAsync(
            MySqlServerConnection.Parse(mariaDb.Server.Url("nobody_yet"), _ => "wrong").Options!,
            CancellationToken.None
        );

        var finding = Assert.Single(findings);
        Assert.StartsWith("-- give the account's password by ", finding.Fix, StringComparison.Ordinal);
        Assert.Contains("\n-- CREATE USER 'nobody_yet'@'localhost' ", finding.Fix, StringComparison.Ordinal);
        Assert.All(
            finding.Fix.Split('\n'),
            line =>
                Assert.True(
                    line.StartsWith("--", StringComparison.Ordinal)
                        || line.StartsWith("SELECT User, Host", StringComparison.Ordinal)
                )
        );
    }

    [MariaDbFact]
    public async Task Check_NobodyThere_PrintsTheSetUp()
    {
        var findings = await MySqlDoctor.CheckAsync(
            MySqlServerConnection.Parse("mysql://rgpolicy@/?socket=/nowhere/s", _ => null).Options!,
            CancellationToken.None
        );

        var finding = Assert.Single(findings);
        Assert.Equal(DoctorState.Missing, finding.State);
        Assert.Contains("GRANT PROCESS", finding.Fix, StringComparison.Ordinal);
    }

    private Task<MySqlObserver> ConnectAsync(string user) =>
        ConnectAsync(MySqlServerConnection.Parse(mariaDb.Server.Url(user), _ => null).Options!);

    private static Task<MySqlObserver> ConnectAsync(MySqlConnectionOptions options) =>
        MySqlObserver.ConnectAsync(options, TimeProvider.System, new MySqlObserverOptions(), CancellationToken.None);

    private static Task<RunningMariaDbStatement> SleepAsync(MariaDbServer server, string mark) =>
        RunningMariaDbStatement.StartAsync(server, $"SELECT '{mark}', SLEEP(60)", ObservedMariaDb.Application, null);
}
