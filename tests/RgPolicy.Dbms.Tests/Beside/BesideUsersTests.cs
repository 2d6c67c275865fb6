using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.History;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.History;
using RgPolicy.Dbms.PostgreSql.Poll;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Events;
using RgPolicy.Dbms.SqlServer.History;
using RgPolicy.Dbms.SqlServer.Poll;
using RgPolicy.Dbms.SqlServer.Resources;
using RgPolicy.Dbms.Tests.Clocks;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.Beside;

/// <summary>All that is read beside the polls, at servers that answer badly: nothing reaches the poll, it is told
/// once, and each is tried again.</summary>
public sealed class BesideUsersTests
{
    private readonly MovedClock _time = new();
    private readonly ObserverNotes _notes = new();

    public static TheoryData<string, string> UsersAndAnswers
    {
        get
        {
            var rows = new TheoryData<string, string>();
            foreach (
                var user in (string[])
                    ["PostgreSQL history", "MySQL history", "SQL Server history", "resources", "events"]
            )
            foreach (var answer in (string[])["nothing", "zeros", "noise", "a refusal"])
                rows.Add(user, answer);
            return rows;
        }
    }

    [Theory]
    [MemberData(nameof(UsersAndAnswers))]
    public async Task Update_ServerAnswersBadly_IsToldOnceAndTriedAgain(string user, string answer)
    {
        await using var server = new BadServer(AnswerOf(answer));
        var (update, settle, end) = Make(user, server.Port);
        for (var turn = 0; turn < 5; turn++)
        {
            update();
            await settle();
            _time.Move(TimeSpan.FromMinutes(2));
        }

        update();
        Assert.Single(_notes.All, note => note.Contains(" cannot be read: ", StringComparison.Ordinal));
        Assert.InRange(server.Connections, 5, int.MaxValue);
        await settle();
        await end.DisposeAsync();
    }

    private static byte[] AnswerOf(string answer) =>
        answer switch
        {
            "zeros" => new byte[4096],
            "noise" => [.. Enumerable.Range(0, 4096).Select(each => (byte)(each * 167 % 251))],
            "a refusal" => Encoding.ASCII.GetBytes("HTTP/1.1 403 Forbidden\r\n\r\n"),
            _ => [],
        };

    private (Action Update, Func<Task> Settle, IAsyncDisposable End) Make(string user, int port)
    {
        switch (user)
        {
            case "PostgreSQL history":
                var postgres = new PostgresHistoryCache(
                    new PostgresConnectionOptions
                    {
                        Host = "127.0.0.1",
                        Port = port,
                        User = "rgpolicy",
                    },
                    10,
                    PostgresBackends.Own(isLocal: false),
                    _notes,
                    _time
                )
                {
                    Schema = "public",
                };
                return (() => postgres.Update([Query()]), postgres.SettleAsync, postgres);
            case "MySQL history":
                var mySql = new MySqlHistoryCache(
                    new MySqlConnectionOptions
                    {
                        Host = "127.0.0.1",
                        Port = port,
                        User = "rgpolicy",
                    },
                    MySqlBackends.Own(isLocal: false),
                    new MySqlServerTraits
                    {
                        Kind = "mariadb",
                        Version = "10.11.19-MariaDB",
                        VersionParts = [10, 11, 19],
                        DataDirectory = "/",
                        ThreadHandling = "one-thread-per-connection",
                    },
                    10,
                    _notes,
                    _time
                );
                return (mySql.Update, mySql.SettleAsync, mySql);
            case "SQL Server history":
                var history = new SqlServerHistoryCache(
                    new HistoryReader(SqlServer(LinkSettings.History, port), new QueryStoreCache(10, _time), [16]),
                    _notes,
                    10,
                    _time
                );
                return (() => history.Update([Request()]), history.SettleAsync, history);
            case "resources":
                var resources = new ResourceCache(SqlServer(LinkSettings.Resources, port), [], true, _notes, _time);
                return (() => resources.Update([]), resources.SettleAsync, resources);
            default:
                var events = new EventCache(SqlServer(LinkSettings.Events, port), _notes, _time);
                return (events.Update, events.SettleAsync, events);
        }
    }

    private static OwnLink SqlServer(LinkSettings settings, int port) =>
        new(
            new SqlServerConnectionOptions
            {
                Host = "127.0.0.1",
                Port = port,
                User = "rgpolicy",
                Encrypts = false,
            }.WithPassword("p"),
            settings,
            []
        );

    private static RunningQuery Query() =>
        new(new ActivityRow(7, 0, 1, 1, 99, DateTime.UnixEpoch, DateTime.UnixEpoch, 1, false, false, false, false));

    private static RunningRequest Request()
    {
        var row = new RequestRow(
            60,
            0,
            DateTime.UnixEpoch,
            Guid.Empty,
            StatementKind.Select,
            new RequestKey(5, 1, 1),
            0,
            -1,
            0,
            false,
            false,
            260,
            1,
            new RequestFigures(default, 0, 0, 0, 0)
        );
        return new RunningRequest(row, DateTimeOffset.UnixEpoch)
        {
            Session = new KnownSqlServerSession(
                row,
                new SessionFacts("app", "Web", "web1", "shop", IsSuperuser: false),
                false,
                null
            ),
        };
    }
}
