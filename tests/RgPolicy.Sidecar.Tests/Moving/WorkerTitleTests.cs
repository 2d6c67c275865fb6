using RgPolicy.Sidecar.Moving;

namespace RgPolicy.Sidecar.Tests.Moving;

public sealed class WorkerTitleTests
{
    [Theory]
    [InlineData("postgres: parallel worker for PID 4711 ", 4711)]
    [InlineData("postgres: main: parallel worker for PID 12\0\0", 12)]
    [InlineData("postgres: alice parallel worker for PID x", null)]
    [InlineData("postgres: alice shop [local] SELECT", null)]
    [InlineData("/usr/lib/postgresql/15/bin/postgres -D /data", null)]
    [InlineData("parallel worker for PID 5", null)]
    [InlineData("", null)]
    public void LeaderOf_Title_IsTheNumberThatItNames(string title, int? leader) =>
        Assert.Equal(leader, WorkerTitle.LeaderOf(title));
}
