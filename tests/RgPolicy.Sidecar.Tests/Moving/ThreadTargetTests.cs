using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Moving;
using RgPolicy.Sidecar.Servers;

namespace RgPolicy.Sidecar.Tests.Moving;

/// <summary>Which threads of a server may be moved, told by files of a test.</summary>
public sealed class ThreadTargetTests : IDisposable
{
    private const int Main = 10;
    private const int Thread = 20;
    private const int User = 26;
    private const string OwnThread = "it is one of the DBMS's own threads, not a client session's";
    private static readonly Postmaster Server = new(Main, 1, User);
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-threads-").FullName;

    [Theory]
    [InlineData("mariadbd", "mariadbd")]
    [InlineData("mysqld", "mysqld")]
    [InlineData("mysqld", "connection")]
    [InlineData("mariadbd", "one_connection")]
    public void Refuse_ThreadOfAClientsSession_IsNull(string program, string name)
    {
        Write(Main, Main, program);
        Write(Thread, Main, name);

        Assert.Null(Refuse(isClient: true));
    }

    [Theory]
    [InlineData("mariadbd", "mariadbd", false)]
    [InlineData("mysqld", "connection", false)]
    [InlineData("mysqld", "ib_pg_flush_co", true)]
    [InlineData("mysqld", "ib_log_writer", true)]
    [InlineData("mysqld", "evt_sched", true)]
    [InlineData("mysqld", "rpl_rca_wkr-0", true)]
    public void Refuse_ThreadOfTheServersOwn_SaysSo(string program, string name, bool isClient)
    {
        Write(Main, Main, program);
        Write(Thread, Main, name);

        Assert.Equal(OwnThread, Refuse(isClient));
    }

    [Fact]
    public void Refuse_ThreadOfAServerWithProcesses_SaysSo()
    {
        Write(Main, Main, "postgres");
        Write(Thread, Main, "postgres");

        Assert.Equal("the DBMS does not run its sessions in threads", Refuse(isClient: true));
    }

    [Fact]
    public void Refuse_ThreadOfAnotherProcess_SaysSo()
    {
        Write(Main, Main, "mariadbd");
        Write(11, 11, "mariadbd");
        Write(Thread, 11, "mariadbd");

        Assert.Equal("it is a thread of another process than the DBMS's main one", Refuse(isClient: true));
    }

    [Fact]
    public void Refuse_ThreadOfAnotherUser_SaysSo()
    {
        Write(Main, Main, "mariadbd");
        Write(Thread, Main, "mariadbd", user: 0);

        Assert.Equal("it does not run as the DBMS's user", Refuse(isClient: true));
    }

    [Fact]
    public void Refuse_MainThread_SaysSo()
    {
        Write(Main, Main, "mariadbd");

        Assert.Equal("this process is never governed", Refuse(isClient: true, Main));
    }

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    private string? Refuse(bool isClient, int id = Thread)
    {
        var root = new FileRoot(_directory);
        var stat = ProcessStat.Read(root, id) ?? throw new InvalidOperationException("no such thread");
        return new TargetCheck(root, guard: 5, movesBackgroundWorkers: false).Refuse(stat, Server, isClient);
    }

    private void Write(int id, int leader, string name, int user = User)
    {
        var folder = Directory.CreateDirectory(
            Path.Join(_directory, string.Create(CultureInfo.InvariantCulture, $"proc/{id}"))
        );
        File.WriteAllText(
            Path.Join(folder.FullName, "stat"),
            $"{id} ({name}) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 7 0 0\n"
        );
        File.WriteAllText(
            Path.Join(folder.FullName, "status"),
            $"Name:\t{name}\nTgid:\t{leader}\nPid:\t{id}\nUid:\t{user}\t{user}\t{user}\t{user}\n"
        );
    }
}
