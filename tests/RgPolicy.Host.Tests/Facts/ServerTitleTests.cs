using RgPolicy.Host.Facts;

namespace RgPolicy.Host.Tests.Facts;

public sealed class ServerTitleTests
{
    [Theory]
    [InlineData("postgres: parallel worker for PID 4711 ", 4711)]
    [InlineData("postgres: main: parallel worker for PID 12\0\0", 12)]
    [InlineData("postgres: a: b: parallel worker for PID 12 ", 12)]
    [InlineData("postgres: parallel worker for PID 4711 shop [local] idle", null)]
    [InlineData("postgres: x: parallel worker for PID 4711: checkpointer ", null)]
    [InlineData("postgres: alice parallel worker for PID x", null)]
    [InlineData("postgres: alice shop [local] SELECT", null)]
    [InlineData("/usr/lib/postgresql/15/bin/postgres -D /data", null)]
    [InlineData("parallel worker for PID 5", null)]
    [InlineData("", null)]
    public void LeaderOf_Title_IsTheNumberThatItNames(string title, int? leader) =>
        Assert.Equal(leader, ServerTitle.LeaderOf(title));

    [Theory]
    [InlineData("postgres: checkpointer ", true)]
    [InlineData("postgres: main: walwriter", true)]
    [InlineData("postgres: a: b: checkpointer ", true)]
    [InlineData("postgres: a: b: c: walwriter ", true)]
    [InlineData("postgres: 15/main: autovacuum worker shop", true)]
    [InlineData("postgres: walsender repl 10.0.0.1(5) streaming 0/1", true)]
    [InlineData("postgres: logical replication launcher ", true)]
    [InlineData("postgres: x: checkpointer shop [local] idle", true)]
    [InlineData("postgres: alice shop [local] SELECT", false)]
    [InlineData("postgres: main: alice shop 10.0.0.1(55) idle", false)]
    [InlineData("postgres: parallel worker for PID 77 ", false)]
    [InlineData("sleep\01000\0", false)]
    [InlineData("", false)]
    public void MayBeOwn_Title(string title, bool expected) => Assert.Equal(expected, ServerTitle.MayBeOwn(title));

    [Theory]
    [InlineData("walsender", "shop", true)]
    [InlineData("x: walsender y", "shop", true)]
    [InlineData("alice", "x: walsender y", true)]
    [InlineData("x: checkpointer", "shop", false)]
    [InlineData("walsenders", "shop", false)]
    [InlineData("alice", "walsender", false)]
    public void MayBeSender_Names(string login, string database, bool expected) =>
        Assert.Equal(expected, ServerTitle.MayBeSender(login, database));
}
