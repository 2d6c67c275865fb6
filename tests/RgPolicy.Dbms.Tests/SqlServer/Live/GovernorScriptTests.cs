using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.Tests.Configure;
using RgPolicy.Dbms.Tests.SqlServer.Configure;
using RgPolicy.Dbms.Tests.SqlServer.Parsing;
using RgPolicy.Engine.Compile;
using RgPolicy.Testing.SqlServer;
using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>Plans as scripts for change control, run as sqlcmd runs them.</summary>
public sealed class GovernorScriptTests
{
    private const string Plain =
        "language 1\npool fast { cpu min 20% }\npool slow { cpu cap 30%  maxdop 2  grant 10%  cores 0..1 }\n"
        + "class reports -> slow when session.app like 'SSRS%'\ndefault -> fast\n";

    private const string Other =
        "language 1\npool fast { cpu min 10% maxdop 4 }\npool etl { cpu min 15% io reads 500/s }\n"
        + "class etl -> etl when session.login like 'CORP\\svc!_%' escape '!'\ndefault -> fast\n";

    private const string TheirClassifier = """
        CREATE FUNCTION [dbo].[theirs]() RETURNS sysname WITH SCHEMABINDING AS BEGIN RETURN N'default' END;
        GO
        ALTER RESOURCE GOVERNOR WITH (CLASSIFIER_FUNCTION = [dbo].[theirs]);
        ALTER RESOURCE GOVERNOR RECONFIGURE;
        GO

        """;

    [ServerTheory]
    [InlineData(2016, "enterprise")]
    [InlineData(2022, "enterprise")]
    [InlineData(2025, "standard")]
    public async Task Script_DrawnPolicies_LeadToTheGoalTwiceAndBack(int version, string edition)
    {
        await using var server = await TestServer.StartAsync(version, edition);
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var policies = new GovernorPolicies(seed: 300 + version);
        for (var number = 0; number < DrawnCount.Value / 10; number++)
        {
            var program = policies.Next(configurator.Profile);
            var before = await configurator.ReadAsync(CancellationToken.None);
            var scripts = await ScriptsAsync(configurator, program);
            for (var run = 0; run < 2; run++)
            {
                Assert.Equal([], await new SqlcmdRun(server.Administrator).RunAsync(scripts.Forward));
                Assert.Empty((await configurator.PlanAsync(program, takesOver: false, CancellationToken.None)).Steps);
            }

            if (number % 2 == 1)
            {
                Assert.Equal([], await new SqlcmdRun(server.Administrator).RunAsync(scripts.BackOut));
                Assert.Equal([], await new SqlcmdRun(server.Administrator).RunAsync(scripts.BackOut));
                Assert.Equal(before.Digest, (await configurator.ReadAsync(CancellationToken.None)).Digest);
            }
        }
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022)]
    public async Task Script_ServerOnWhichCaseCounts_LeadsToTheGoalTwiceAndBack(int version)
    {
        await using var server = await TestServer.StartAsync(
            version,
            "enterprise",
            new ServerSetup { Scenario = "unusual" }
        );
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var before = await configurator.ReadAsync(CancellationToken.None);
        var program = configurator.Bind(
            "language 1\npool Ärzte { cpu min 20% }\npool Slow { maxdop 2 }\nclass a -> Slow when session.login in "
                + "('CORP\\Müller', '日本語', 'a]b''c')\ndefault -> Ärzte\n"
        );
        var scripts = await ScriptsAsync(configurator, program);
        foreach (var script in (string[])[scripts.Forward, scripts.Forward])
        {
            Assert.Equal([], await new SqlcmdRun(server.Administrator).RunAsync(script));
            Assert.Empty((await configurator.PlanAsync(program, takesOver: false, CancellationToken.None)).Steps);
        }

        foreach (var script in (string[])[scripts.BackOut, scripts.BackOut])
            Assert.Equal([], await new SqlcmdRun(server.Administrator).RunAsync(script));
        Assert.Equal(before.Digest, (await configurator.ReadAsync(CancellationToken.None)).Digest);
        Assert.Empty(server.NotUnderstood);
    }

    [ServerTheory]
    [InlineData(2022)]
    public async Task Script_ReadInAnotherEncoding_ChangesNothingAndSaysHowToReadIt(int version)
    {
        await using var server = await TestServer.StartAsync(version, "enterprise");
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var before = await configurator.ReadAsync(CancellationToken.None);
        var plain = await ScriptsAsync(configurator, configurator.Bind(Plain));
        var scripts = await ScriptsAsync(
            configurator,
            configurator.Bind(Plain.Replace("SSRS%", "Müller%", StringComparison.Ordinal))
        );
        var misread = Encoding.Latin1.GetString(Encoding.UTF8.GetBytes(scripts.Forward));

        var errors = await new SqlcmdRun(server.Administrator).RunAsync(misread);

        Assert.Contains("-f 65001", Assert.Single(errors), StringComparison.Ordinal);
        Assert.Equal(before.Digest, (await configurator.ReadAsync(CancellationToken.None)).Digest);
        Assert.Equal([], await new SqlcmdRun(server.Administrator).RunAsync(scripts.Forward));
        Assert.Equal([], await new SqlcmdRun(server.Administrator).RunAsync(scripts.BackOut));
        Assert.DoesNotContain("65001", plain.Forward + plain.BackOut, StringComparison.Ordinal);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022)]
    public async Task Script_ClassifierOfOthersWithALineThatSqlcmdObeys_IsRefused(int version)
    {
        await using var server = await TestServer.StartAsync(version, "enterprise");
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        await server.RunAsync(
            "CREATE FUNCTION [dbo].[theirs]() RETURNS sysname WITH SCHEMABINDING AS BEGIN\n/*\n!!dir\n*/\nRETURN "
                + "N'default' END;"
        );
        await server.RunAsync("ALTER RESOURCE GOVERNOR WITH (CLASSIFIER_FUNCTION = [dbo].[theirs]);");
        await server.RunAsync("ALTER RESOURCE GOVERNOR RECONFIGURE;");

        var plan = await configurator.PlanAsync(configurator.Bind(Plain), takesOver: true, CancellationToken.None);

        Assert.Contains("`!!dir`", plan.Scripts?.Problem, StringComparison.Ordinal);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Script_FailureAtEveryStatement_EndsThereAndGoesOnWhenRunAgain(bool isConfigured)
    {
        await using var server = await TestServer.StartAsync(2022, "enterprise");
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        if (isConfigured)
            Assert.Equal(
                [],
                await new SqlcmdRun(server.Administrator).RunAsync(
                    (await ScriptsAsync(configurator, configurator.Bind(Other))).Forward
                )
            );
        var program = configurator.Bind(Plain);
        var (scripts, steps) = (
            await ScriptsAsync(configurator, program),
            (await configurator.PlanAsync(program, false, CancellationToken.None)).Steps.Length
        );
        for (var step = 1; step <= steps; step++)
        {
            await server.FaultAsync($"ddl_error n={step} number=10905");
            var errors = await new SqlcmdRun(server.Administrator).RunAsync(scripts.Forward);
            await server.FaultAsync("clear");

            Assert.Single(errors);
            Assert.Equal([], await new SqlcmdRun(server.Administrator).RunAsync(scripts.Forward));
            Assert.Empty((await configurator.PlanAsync(program, takesOver: false, CancellationToken.None)).Steps);
            Assert.Equal([], await new SqlcmdRun(server.Administrator).RunAsync(scripts.BackOut));
        }
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2016, "enterprise", "CREATE RESOURCE POOL [theirs] WITH (MAX_CPU_PERCENT = 50)")]
    [InlineData(2022, "enterprise", "ALTER WORKLOAD GROUP [default] WITH (MAX_DOP = 3)")]
    [InlineData(2025, "standard", "CREATE WORKLOAD GROUP [theirs]")]
    public async Task Script_ChangesOfOthersAreStoredOnly_StopItAndStaySo(int version, string edition, string theirs)
    {
        await using var server = await TestServer.StartAsync(version, edition);
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var first = await ScriptsAsync(configurator, configurator.Bind(Other));
        Assert.Equal([], await new SqlcmdRun(server.Administrator).RunAsync(first.Forward));
        var second = await ScriptsAsync(configurator, configurator.Bind(Plain));
        await server.RunAsync(theirs);
        var before = await configurator.ReadAsync(CancellationToken.None);

        var errors = await new SqlcmdRun(server.Administrator).RunAsync(second.Forward);

        Assert.Contains("stored and not in force", Assert.Single(errors), StringComparison.Ordinal);
        Assert.Equal(before.Digest, (await configurator.ReadAsync(CancellationToken.None)).Digest);
        Assert.Equal(
            ["1"],
            await server.TextsAsync(
                "master",
                "SELECT CONVERT(nvarchar(1), is_reconfiguration_pending) FROM sys.dm_resource_governor_configuration"
            )
        );
        Assert.Equal([], await new SqlcmdRun(server.Administrator).RunAsync(first.BackOut));
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2016, "ALTER WORKLOAD GROUP [default] WITH (IMPORTANCE = HIGH)")]
    [InlineData(2016, "ALTER RESOURCE POOL [theirs] WITH (AFFINITY SCHEDULER = (0))")]
    [InlineData(2016, "ALTER RESOURCE GOVERNOR WITH (MAX_OUTSTANDING_IO_PER_VOLUME = 20)")]
    [InlineData(2019, "ALTER WORKLOAD GROUP [theirs] WITH (REQUEST_MAX_MEMORY_GRANT_PERCENT = 25.4)")]
    [InlineData(2022, "DROP WORKLOAD GROUP [theirs]")]
    [InlineData(2022, "ALTER WORKLOAD GROUP [theirs] USING [default]")]
    [InlineData(2025, "ALTER WORKLOAD GROUP [theirs] WITH (GROUP_MAX_TEMPDB_DATA_MB = 20)")]
    [InlineData(2025, "ALTER WORKLOAD GROUP [default] WITH (GROUP_MAX_TEMPDB_DATA_PERCENT = 5)")]
    public async Task Script_WhateverOthersHaveStored_StopsItAlsoWhenItEndedHalfWay(int version, string theirs)
    {
        foreach (var own in new[] { null, "ALTER RESOURCE POOL [rgp_fast] WITH (MAX_CPU_PERCENT = 90)" })
        {
            await using var server = await TestServer.StartAsync(version, "enterprise");
            await using var configurator = await server.Administrator.ConfiguratorAsync();
            await server.RunAsync("CREATE RESOURCE POOL [theirs] WITH (MAX_CPU_PERCENT = 50)");
            await server.RunAsync("CREATE WORKLOAD GROUP [theirs] USING [theirs]");
            var first = await ScriptsAsync(configurator, configurator.Bind(Other));
            Assert.Equal([], await new SqlcmdRun(server.Administrator).RunAsync(first.Forward));
            var second = await ScriptsAsync(configurator, configurator.Bind(Plain));
            if (own is not null)
                await server.RunAsync(own);
            await server.RunAsync(theirs);
            var before = await configurator.ExportFactsAsync(DateTimeOffset.UnixEpoch, CancellationToken.None);

            var errors = await new SqlcmdRun(server.Administrator).RunAsync(second.Forward);

            Assert.Contains("stored and not in force", Assert.Single(errors), StringComparison.Ordinal);
            Assert.Equal(before, await configurator.ExportFactsAsync(DateTimeOffset.UnixEpoch, CancellationToken.None));
        }
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2016, "ALTER WORKLOAD GROUP [rgp_fast] WITH (IMPORTANCE = HIGH)")]
    [InlineData(2022, "ALTER RESOURCE POOL [rgp_etl] WITH (AFFINITY SCHEDULER = (0))")]
    [InlineData(2025, "ALTER WORKLOAD GROUP [rgp_etl] WITH (GROUP_MAX_TEMPDB_DATA_MB = 20)")]
    public async Task Script_OnlyItsOwnIsStored_GoesOn(int version, string own)
    {
        await using var server = await TestServer.StartAsync(version, "enterprise");
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        var first = await ScriptsAsync(configurator, configurator.Bind(Other));
        Assert.Equal([], await new SqlcmdRun(server.Administrator).RunAsync(first.Forward));
        var second = await ScriptsAsync(configurator, configurator.Bind(Plain));
        await server.RunAsync(own);

        Assert.Equal([], await new SqlcmdRun(server.Administrator).RunAsync(second.Forward));
    }

    [Theory]
    [InlineData("server", false, false)]
    [InlineData("server", true, false)]
    [InlineData("server", true, true)]
    [InlineData("version", false, false)]
    [InlineData("version", true, false)]
    [InlineData("version", true, true)]
    [InlineData("classifier", false, false)]
    [InlineData("classifier", true, false)]
    [InlineData("classifier", true, true)]
    [InlineData("right", true, false)]
    [InlineData("right", true, true)]
    [InlineData("tool", true, false)]
    [InlineData("tool", true, true)]
    public async Task Script_WhereItWasNotMadeFor_ChangesNothing(string what, bool goesOn, bool isBackOut)
    {
        await using var server = ScriptedServer.Start(
            new ScriptedServerOptions
            {
                Release = 2022,
                Edition = "enterprise",
                Logins = ["looks:Looks#1:VIEW SERVER STATE,VIEW SERVER PERFORMANCE STATE,VIEW ANY DEFINITION"],
            }
        );
        var administrator = new SqlServerConnectionOptions
        {
            Host = "127.0.0.1",
            Port = server.Port,
            User = "sa",
            Encrypts = false,
        }.WithPassword(ScriptedServer.Password);
        await using var configurator = await administrator.ConfiguratorAsync();
        var scripts = await ScriptsAsync(configurator, configurator.Bind(Plain));
        if (isBackOut)
            Assert.Equal([], await new SqlcmdRun(administrator).RunAsync(scripts.Forward));
        var script = isBackOut ? scripts.BackOut : scripts.Forward;
        if (what == "classifier")
            Assert.Equal([], await new SqlcmdRun(administrator).RunAsync(TheirClassifier));
        var before = await configurator.ReadAsync(CancellationToken.None);
        script = what switch
        {
            "server" => script.Replace($"N'{configurator.Server.Name}'", "N'SOMEWHERE_ELSE'", StringComparison.Ordinal),
            "version" => script.Replace("N'16.%'", "N'15.%'", StringComparison.Ordinal),
            _ => script,
        };
        if (goesOn && what != "tool")
            script = script.Replace(":on error exit\n", "", StringComparison.Ordinal);
        var runs = what == "right" ? (administrator with { User = "looks" }).WithPassword("Looks#1") : administrator;
        var errors = await new SqlcmdRun(runs, isPlain: what == "tool").RunAsync(script);

        Assert.Contains(errors, each => each.Contains("Nothing was changed", StringComparison.Ordinal));
        Assert.Equal(before.Digest, (await configurator.ReadAsync(CancellationToken.None)).Digest);
        Assert.Empty(server.NotUnderstood);
    }

    [ServerTheory]
    [InlineData(2022)]
    public async Task Script_TextThatSqlcmdTakesForAVariable_IsRefused(int version)
    {
        await using var server = await TestServer.StartAsync(version, "enterprise");
        await using var configurator = await server.Administrator.ConfiguratorAsync();

        var scripts = await ScriptsAsync(
            configurator,
            configurator.Bind(Plain.Replace("SSRS%", "$(SSRS)", StringComparison.Ordinal))
        );

        Assert.Contains("rgp apply", scripts.Problem, StringComparison.Ordinal);
    }

    [ServerTheory]
    [InlineData(2016, "enterprise")]
    [InlineData(2025, "standard")]
    public async Task Facts_OfAServer_MakeThePlanThatTheServerMakes(int version, string edition)
    {
        await using var server = await TestServer.StartAsync(version, edition);
        await using var configurator = await server.Administrator.ConfiguratorAsync();
        Assert.Equal(
            [],
            await new SqlcmdRun(server.Administrator).RunAsync(
                (await ScriptsAsync(configurator, configurator.Bind(Other))).Forward
            )
        );
        var facts = await configurator.ExportFactsAsync(DateTimeOffset.UnixEpoch, CancellationToken.None);
        await using var saved = SavedConfigurator.Open(facts) ?? throw new InvalidOperationException(facts);

        var here = await configurator.PlanAsync(configurator.Bind(Plain), takesOver: false, CancellationToken.None);
        var there = await saved.PlanAsync(saved.Bind(Plain), takesOver: false, CancellationToken.None);

        Assert.NotEmpty(here.Steps);
        Assert.Equal(here.Digest, there.Digest);
        Assert.Equal(here.Scripts, there.Scripts);
        Assert.Equal(configurator.Server, saved.Server);
    }

    [Theory]
    [InlineData("")]
    [InlineData("{}")]
    [InlineData("null")]
    [InlineData("""{ "schema": "rgp/facts/2" }""")]
    [InlineData(
        """{ "schema": "rgp/facts/1", "read_at": "2026-01-01T00:00:00Z", "target": "t", "name": "n", "facts": null, "host": null, "state": null }"""
    )]
    public void Open_NoFacts_IsNone(string json) => Assert.Null(SavedConfigurator.Open(json));

    private static async Task<ChangeScripts> ScriptsAsync(SqlServerConfigurator configurator, PolicyProgram program)
    {
        var plan = await configurator.PlanAsync(program, takesOver: false, CancellationToken.None);
        Assert.Empty(plan.Refusals);
        return plan.Scripts!;
    }
}
