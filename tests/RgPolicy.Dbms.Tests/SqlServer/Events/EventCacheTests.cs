using RgPolicy.Dbms.SqlServer;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Events;
using RgPolicy.Dbms.Tests.Clocks;
using RgPolicy.Dbms.Tests.SqlServer.Parsing;
using RgPolicy.Testing.SqlServer;

namespace RgPolicy.Dbms.Tests.SqlServer.Events;

/// <summary>Extended Events as a second source: off by default, told in the notes, gone at the end.</summary>
public sealed class EventCacheTests : IAsyncLifetime
{
    private readonly ScriptedServer _server = ScriptedServer.Start(
        new ScriptedServerOptions { Logins = ["watcher:W#1:VIEW SERVER STATE,VIEW SERVER PERFORMANCE STATE"] }
    );

    public Task InitializeAsync() => Task.CompletedTask;

    public async Task DisposeAsync() => await _server.DisposeAsync();

    [Fact]
    public async Task Poll_ExtendedEvents_TellsWhatPollsMissAndLeavesNothing()
    {
        _server.Hold(
            EventSessions.Short,
            "<HistogramTarget truncated=\"0\" buckets=\"256\"><Slot count=\"7\"><value>255</value></Slot>"
                + "<Slot count=\"90\"><value>11529215046068469761</value></Slot></HistogramTarget>"
        );
        _server.Hold(
            EventSessions.OverCpu,
            "<RingBufferTarget><event name=\"cpu_threshold_exceeded\" timestamp=\"2026-11-25T10:00:00.000Z\">"
                + "<action name=\"session_id\" "
                + "package=\"sqlserver\"><value>57</value></action></event></RingBufferTarget>"
        );
        await using (var observer = await ObserveAsync("sa", ScriptedServer.Password, asksForEvents: true))
        {
            Assert.Equal(
                $"{EventSessions.OverCpu} {EventSessions.Short}",
                string.Join(' ', _server.EventSessions.Order(StringComparer.Ordinal))
            );
            Assert.Contains(
                observer.Notes,
                note =>
                    note.Contains("97 statements ended within 100 ms", StringComparison.Ordinal)
                    && note.Contains("0xA000000000000001 90 times", StringComparison.Ordinal)
            );
            Assert.Contains(observer.Notes, note => note.Contains("session 57", StringComparison.Ordinal));
        }

        Assert.Empty(_server.EventSessions);
        Assert.Empty(_server.NotUnderstood);
    }

    [Fact]
    public async Task Poll_ByDefault_MakesNoSession()
    {
        await using var observer = await ObserveAsync("sa", ScriptedServer.Password, asksForEvents: false);

        Assert.Empty(_server.EventSessions);
    }

    [Fact]
    public async Task Poll_WithoutTheRight_SaysWhatToGrantAndGoesOn()
    {
        await using var observer = await ObserveAsync("watcher", "W#1", asksForEvents: true);

        Assert.Contains(
            observer.Notes,
            note => note.Contains("GRANT ALTER ANY EVENT SESSION", StringComparison.Ordinal)
        );
        await observer.PollAsync(findBlocking: false, CancellationToken.None);
    }

    [Theory]
    [InlineData(13)]
    [InlineData(16)]
    public void Statements_OnAnyRelease_AreTransactSql(int major) =>
        Assert.All(
            (string[])[.. EventSessions.Begin, .. EventSessions.End, EventSessions.Read],
            statement => Assert.Empty(TransactSql.Errors(statement, major))
        );

    [Theory]
    [InlineData("")]
    [InlineData("<HistogramTarget><Slot")]
    [InlineData("<!DOCTYPE x [<!ENTITY a \"b\">]><Slot count=\"&a;\"/>")]
    [InlineData("<HistogramTarget><Slot count=\"-3\"><value>x</value></Slot></HistogramTarget>")]
    public void Slots_WhatIsNoTarget_CountsAsNothing(string xml)
    {
        Assert.Empty(EventTargets.Slots(xml));
        Assert.Empty(EventTargets.Events(xml));
    }

    private async Task<SqlServerObserver> ObserveAsync(string login, string password, bool asksForEvents)
    {
        var connection = new SqlServerConnectionOptions
        {
            Host = "127.0.0.1",
            Port = _server.Port,
            User = login,
            Encrypts = false,
            HasExtendedEvents = asksForEvents,
        }.WithPassword(password);
        var time = new MovedClock();
        var observer = await SqlServerObserver.ConnectAsync(
            connection,
            time,
            new SqlServerObserverOptions(),
            CancellationToken.None
        );
        for (var poll = 0; poll < 3; poll++)
        {
            await observer.PollAsync(findBlocking: false, CancellationToken.None);
            await observer.SettleEventsAsync();
            time.Move(TimeSpan.FromMinutes(1));
        }

        return observer;
    }
}
