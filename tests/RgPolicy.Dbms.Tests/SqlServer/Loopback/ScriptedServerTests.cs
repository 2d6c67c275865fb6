using System.Data.Common;
using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Testing.SqlServer;

namespace RgPolicy.Dbms.Tests.SqlServer.Loopback;

/// <summary>The small server that the other tests use where nothing better is there: the real driver understands it,
/// and it keeps its rules.</summary>
public sealed class ScriptedServerTests
{
    [Fact]
    public async Task Query_EveryType_ArrivesAsItIs()
    {
        await using var server = ScriptedServer.Start(new ScriptedServerOptions());
        await using var link = await OpenAsync(server);

        var row = Assert.Single(
            await link.QueryAsync(
                "SELECT 7, CONVERT(bigint, 8), CONVERT(smallint, 9), CONVERT(bit, 1), N'täxt', 0x0102, "
                    + "CONVERT(datetime, N'2026-11-22T01:02:03.007'), NULL, "
                    + "CONVERT(uniqueidentifier, N'6F9619FF-8B86-D011-B42D-00C04FC964FF')",
                Values,
                CancellationToken.None
            )
        );

        Assert.Equal([7, 8L, (short)9, true, "täxt"], row[..5]);
        Assert.Equal([1, 2], (byte[])row[5]);
        Assert.Equal(new DateTime(2026, 11, 22, 1, 2, 3, 7), ((DateTime)row[6]), TimeSpan.FromMilliseconds(4));
        Assert.Equal([DBNull.Value, Guid.Parse("6F9619FF-8B86-D011-B42D-00C04FC964FF")], row[7..]);
    }

    [Theory]
    [InlineData(1, 5)]
    [InlineData(60_000, 5)]
    [InlineData(210_000, 5)]
    [InlineData(1_000_000, 1)]
    public async Task Query_TextOfManyPackets_ArrivesWhole(int characters, int times)
    {
        await using var server = ScriptedServer.Start(new ScriptedServerOptions());
        await using var link = await OpenAsync(server);
        var text = string.Concat(Enumerable.Range(0, characters).Select(each => (char)('a' + each % 26)));

        for (var time = 0; time < times; time++)
        {
            var read = await link.QueryLongAsync(
                $"SELECT 7, N'{text}' AS t, N'next', NULL",
                ReadAsync,
                CancellationToken.None
            );

            Assert.Equal([(7, text, "next", null)], read);
        }

        static async Task<(int, string?, string?, string?)> ReadAsync(DbDataReader row) =>
            (
                row.GetInt32(0),
                await LongText.ReadAsync(row, 1),
                await LongText.ReadAsync(row, 2),
                await LongText.ReadAsync(row, 3)
            );
    }

    [Theory]
    [InlineData("SELECT FROM nowhere", "102")]
    [InlineData("SELECT a FROM sys.nowhere", "208")]
    [InlineData("SELECT nothing FROM sys.dm_os_sys_info", "207")]
    [InlineData("ALTER RESOURCE POOL [gone] WITH (MIN_CPU_PERCENT = 1)", "10911")]
    [InlineData("CREATE RESOURCE POOL [p] WITH (MIN_CPU_PERCENT = 50, MAX_CPU_PERCENT = 20)", "10908")]
    [InlineData("CREATE WORKLOAD GROUP [g] USING [gone]", "10911")]
    [InlineData("DROP FUNCTION [dbo].[gone]", "3701")]
    [InlineData("EXEC sp_gone", "2812")]
    public async Task Execute_WhatIsNotAllowed_IsTheServersErrorAndTheSessionGoesOn(string batch, string number)
    {
        await using var server = ScriptedServer.Start(new ScriptedServerOptions());
        await using var link = await OpenAsync(server);

        var failure = await Assert.ThrowsAsync<ConfigureException>(() =>
            link.ExecuteAsync(batch, CancellationToken.None)
        );

        Assert.Contains("error " + number, failure.Message, StringComparison.Ordinal);
        Assert.False(failure.IsLost);
        Assert.Equal([1], await link.QueryAsync("SELECT 1", row => row.GetInt32(0), CancellationToken.None));
    }

    [Fact]
    public async Task Execute_SumOfMinimumsAndUsedObjects_AreRefused()
    {
        await using var server = ScriptedServer.Start(new ScriptedServerOptions());
        await using var link = await OpenAsync(server);
        await link.ExecuteAsync(
            "CREATE RESOURCE POOL [a] WITH (MIN_CPU_PERCENT = 60); CREATE WORKLOAD GROUP [a] USING [a];",
            CancellationToken.None
        );
        await link.ExecuteAsync(
            "CREATE FUNCTION dbo.f() RETURNS sysname WITH SCHEMABINDING AS BEGIN RETURN N'a'; END",
            CancellationToken.None
        );
        await link.ExecuteAsync("ALTER RESOURCE GOVERNOR WITH (CLASSIFIER_FUNCTION = dbo.f)", CancellationToken.None);

        await RefusedAsync("CREATE RESOURCE POOL [b] WITH (MIN_CPU_PERCENT = 50)", "10910");
        await RefusedAsync("CREATE RESOURCE POOL [A]", "10918");
        await RefusedAsync("DROP RESOURCE POOL [a]", "10916");
        await RefusedAsync("DROP FUNCTION dbo.f", "10920");

        async Task RefusedAsync(string batch, string number) =>
            Assert.Contains(
                number,
                (
                    await Assert.ThrowsAsync<ConfigureException>(() => link.ExecuteAsync(batch, CancellationToken.None))
                ).Message,
                StringComparison.Ordinal
            );
    }

    [Fact]
    public async Task Reconfigure_GroupWithASession_Waits()
    {
        await using var server = ScriptedServer.Start(new ScriptedServerOptions { Logins = ["user:User#1:"] });
        await using var link = await OpenAsync(server);
        await link.ExecuteAsync("CREATE WORKLOAD GROUP [g]", CancellationToken.None);
        await link.ExecuteAsync(
            "CREATE FUNCTION dbo.f() RETURNS sysname WITH SCHEMABINDING AS BEGIN RETURN N'g'; END",
            CancellationToken.None
        );
        await link.ExecuteAsync(
            "ALTER RESOURCE GOVERNOR WITH (CLASSIFIER_FUNCTION = dbo.f); ALTER RESOURCE GOVERNOR RECONFIGURE;",
            CancellationToken.None
        );
        var other = new SqlServerLink(
            (Options(server) with { User = "user" }).WithPassword("User#1"),
            LinkSettings.Look
        );
        await other.ReopenAsync(CancellationToken.None);
        await link.ExecuteAsync(
            "ALTER RESOURCE GOVERNOR WITH (CLASSIFIER_FUNCTION = NULL); DROP WORKLOAD GROUP [g];",
            CancellationToken.None
        );

        var failure = await Assert.ThrowsAsync<ConfigureException>(() =>
            link.ExecuteAsync("ALTER RESOURCE GOVERNOR RECONFIGURE", CancellationToken.None)
        );
        await other.DisposeAsync();
        while (
            (
                await link.QueryAsync(
                    "SELECT COUNT(*) FROM sys.dm_exec_sessions",
                    row => row.GetInt32(0),
                    CancellationToken.None
                )
            )[0] > 1
        )
            await Task.Delay(10);
        await link.ExecuteAsync("ALTER RESOURCE GOVERNOR RECONFIGURE", CancellationToken.None);

        Assert.Contains("workload groups that would be dropped", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Execute_HangingBatch_EndsByAttentionAndTheSessionGoesOn()
    {
        await using var server = ScriptedServer.Start(new ScriptedServerOptions());
        await using var link = await OpenAsync(server);
        await link.ExecuteAsync("EXEC standin_fault N'hang match=anything'", CancellationToken.None);
        using var patience = new CancellationTokenSource(TimeSpan.FromMilliseconds(300));

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() =>
            link.QueryAsync("SELECT N'anything'", Values, patience.Token)
        );

        Assert.Equal([2], await link.QueryAsync("SELECT 2", row => row.GetInt32(0), CancellationToken.None));
    }

    private static async Task<SqlServerLink> OpenAsync(ScriptedServer server)
    {
        var link = new SqlServerLink(Options(server), LinkSettings.Configure);
        await link.ReopenAsync(CancellationToken.None);
        return link;
    }

    private static SqlServerConnectionOptions Options(ScriptedServer server) =>
        new SqlServerConnectionOptions
        {
            Host = "127.0.0.1",
            Port = server.Port,
            User = "sa",
            Encrypts = false,
        }.WithPassword(ScriptedServer.Password);

    private static object[] Values(DbDataReader row)
    {
        var values = new object[row.FieldCount];
        row.GetValues(values);
        return values;
    }
}
