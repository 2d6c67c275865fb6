using RgPolicy.Dbms.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Doctor;

[Collection(PostgresServer.Collection)]
public sealed class PostgresDoctorTests(PostgresServer server)
{
    [Fact]
    public async Task CheckAsync_RoleOfTheSetup_FindsNothingMissing()
    {
        var findings = await PostgresDoctor.CheckAsync(server.Connection(), CancellationToken.None);

        Assert.DoesNotContain(findings, f => f.State == DoctorState.Missing);
        Assert.Equal(DoctorState.Ok, findings.Single(f => f.Id == "pg.read-all-stats").State);
        Assert.Equal(DoctorState.Ok, findings.Single(f => f.Id == "pg.history").State);
        Assert.Equal(DoctorState.Ok, findings.Single(f => f.Id == "pg.local").State);
    }

    [Fact]
    public async Task CheckAsync_RoleWithoutRights_NamesEachGrant()
    {
        var findings = await PostgresDoctor.CheckAsync(
            server.Connection(user: PostgresServer.Application),
            CancellationToken.None
        );

        Assert.Equal("GRANT pg_read_all_stats TO \"app\";", findings.Single(f => f.State == DoctorState.Missing).Fix);
        Assert.Equal("GRANT pg_signal_backend TO \"app\";", findings.Single(f => f.Id == "pg.cancel").Fix);
        Assert.EndsWith(
            "GRANT pg_read_all_data TO \"app\";",
            findings.Single(f => f.Id == "pg.read-rights").Fix,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task CheckAsync_TablesOfALogin_NamesTheOwnerAndWhatCanBeDone()
    {
        var careful = await PostgresDoctor.CheckAsync(server.Connection(PostgresServer.Shop), CancellationToken.None);
        var trusting = await PostgresDoctor.CheckAsync(
            server.Connection(PostgresServer.Shop) with
            {
                TrustedRoles = ["app", "tenant"],
            },
            CancellationToken.None
        );

        PastedFix.AssertPasteable(careful);
        var finding = careful.Single(f => f.Id == "pg.plan-trust");
        Assert.Equal(DoctorState.Warning, finding.State);
        Assert.Contains("belong to app", finding.Message, StringComparison.Ordinal);
        Assert.Contains("--trusted-role app", finding.Fix, StringComparison.Ordinal);
        Assert.Equal(DoctorState.Ok, trusting.Single(f => f.Id == "pg.plan-trust").State);
    }

    [Fact]
    public async Task CheckAsync_RoleOfTheSetup_IsQuietAndAnotherIsNot()
    {
        await server.Cluster.ExecuteAsync(
            "CREATE ROLE noisy LOGIN; GRANT pg_read_all_stats, pg_read_all_settings, pg_read_all_data TO noisy"
        );

        var quiet = await PostgresDoctor.CheckAsync(server.Connection(), CancellationToken.None);
        var noisy = await PostgresDoctor.CheckAsync(server.Connection(user: "noisy"), CancellationToken.None);

        Assert.Equal(DoctorState.Ok, quiet.Single(f => f.Id == "pg.quiet").State);
        Assert.Contains(
            "pg_stat_statements.track",
            noisy.Single(f => f.Id == "pg.quiet").Message,
            StringComparison.Ordinal
        );
    }

    /// <summary>Each setting of the set-up script, taken back by itself, is named with the statement that sets
    /// it.</summary>
    [Fact]
    public async Task CheckAsync_OneSettingOfTheRoleIsLoud_IsNamedWithWhatMakesItQuiet()
    {
        await server.Cluster.ExecuteAsync(PostgresSetup.Sql("loud", PostgresOffer.Everything));
        foreach (var (name, value) in PostgresSetup.Quiet)
        {
            await server.Cluster.ExecuteAsync($"ALTER ROLE loud SET {name} = '{LoudValue(name)}'");

            var findings = await PostgresDoctor.CheckAsync(server.Connection(user: "loud"), CancellationToken.None);

            var quiet = findings.Single(f => f.Id == "pg.quiet");
            Assert.Equal(DoctorState.Warning, quiet.State);
            Assert.StartsWith($"{name}: ", quiet.Message, StringComparison.Ordinal);
            Assert.Equal($"ALTER ROLE \"loud\" SET {name} = '{value}';", quiet.Fix);
            await server.Cluster.ExecuteAsync(quiet.Fix);
        }

        var after = await PostgresDoctor.CheckAsync(server.Connection(user: "loud"), CancellationToken.None);
        Assert.Equal(DoctorState.Ok, after.Single(f => f.Id == "pg.quiet").State);
    }

    private static string LoudValue(string setting) =>
        setting switch
        {
            "log_statement" or "pg_stat_statements.track" => "all",
            "log_duration" => "on",
            "log_min_error_statement" => "error",
            "log_min_messages" => "warning",
            _ => "0",
        };

    [Fact]
    public async Task CheckAsync_DatabaseWithoutAPlanConnection_IsNamedWithTheReason()
    {
        await server.Cluster.ExecuteAsync("CREATE DATABASE full_up CONNECTION LIMIT 0");

        var findings = await PostgresDoctor.CheckAsync(server.Connection(), CancellationToken.None);

        PastedFix.AssertPasteable(findings);
        var channel = findings.Single(f => f.Id == "pg.plan-channel");
        Assert.Equal(DoctorState.Warning, channel.State);
        Assert.Contains("no connection for plans in full_up (", channel.Message, StringComparison.Ordinal);
        await server.Cluster.ExecuteAsync("DROP DATABASE full_up");
        findings = await PostgresDoctor.CheckAsync(server.Connection(), CancellationToken.None);
        Assert.Equal(DoctorState.Ok, findings.Single(f => f.Id == "pg.plan-channel").State);
    }

    [Fact]
    public async Task CheckAsync_Superuser_IsWarnedAbout()
    {
        var findings = await PostgresDoctor.CheckAsync(server.Connection(user: "postgres"), CancellationToken.None);

        Assert.Equal(DoctorState.Warning, findings.Single(f => f.Id == "pg.not-superuser").State);
    }

    [Fact]
    public async Task CheckAsync_NobodyListens_SaysSo()
    {
        var options = PostgresConnection.Parse("postgres://rgpolicy@127.0.0.1:1/postgres", _ => null).Options!;

        var finding = Assert.Single(await PostgresDoctor.CheckAsync(options, CancellationToken.None));

        Assert.Equal(("pg.reachable", DoctorState.Missing), (finding.Id, finding.State));
    }

    [Fact]
    public async Task CheckAsync_SocketThatThereIsNot_SaysWhereItIsLookedFor()
    {
        var options = PostgresConnection.Parse("postgres://rgpolicy@/d?host=/nowhere/at/all", _ => null).Options!;

        var finding = Assert.Single(await PostgresDoctor.CheckAsync(options, CancellationToken.None));

        Assert.Contains("at its socket in /nowhere/at/all", finding.Message, StringComparison.Ordinal);
        Assert.Contains("SHOW unix_socket_directories", finding.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task CheckAsync_WrongPassword_AsksForThePasswordAndMakesNoRole()
    {
        var options = PostgresConnection
            .Parse(
                server.Cluster.Url(PostgresServer.Observer, overTcp: true),
                name => name == "RGPOLICY_PASSWORD" ? "not-it" : null
            )
            .Options!;

        var finding = Assert.Single(await PostgresDoctor.CheckAsync(options, CancellationToken.None));

        Assert.Equal(DoctorState.Missing, finding.State);
        Assert.StartsWith("-- give the role's password by ", finding.Fix, StringComparison.Ordinal);
        Assert.DoesNotContain("CREATE ROLE", finding.Fix, StringComparison.Ordinal);
        PastedFix.AssertPasteable([finding]);
    }

    [Fact]
    public async Task CheckAsync_RoleThatThereIsNot_PrintsTheStatementsThatMakeIt()
    {
        var finding = Assert.Single(
            await PostgresDoctor.CheckAsync(server.Connection(user: "nobody_yet"), CancellationToken.None)
        );

        Assert.StartsWith("CREATE ROLE \"nobody_yet\" LOGIN", finding.Fix, StringComparison.Ordinal);
    }

    [Fact]
    public async Task CheckAsync_RoleThatIsNotLetIn_IsSentToThatFileAndNoRoleIsMade()
    {
        var access = Path.Join(server.Cluster.DataDirectory, "pg_hba.conf");
        await File.WriteAllTextAsync(access, "local all kept_out reject\n" + await File.ReadAllTextAsync(access));
        await server.Cluster.ExecuteAsync("CREATE ROLE kept_out LOGIN; SELECT pg_reload_conf()");

        // The server reads the file again in its own time.
        var findings = await PostgresDoctor.CheckAsync(server.Connection(user: "kept_out"), CancellationToken.None);
        for (var tries = 0; tries < 100 && findings.Length > 1; tries++)
        {
            await Task.Delay(50);
            findings = await PostgresDoctor.CheckAsync(server.Connection(user: "kept_out"), CancellationToken.None);
        }

        var finding = Assert.Single(findings);
        PastedFix.AssertPasteable(findings);
        Assert.StartsWith(
            "-- let the role in: a line for it in the server's pg_hba.conf",
            finding.Fix,
            StringComparison.Ordinal
        );
    }
}
