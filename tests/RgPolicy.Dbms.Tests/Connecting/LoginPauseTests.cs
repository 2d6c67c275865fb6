using Npgsql;
using RgPolicy.Dbms.Connecting;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.Tests.Clocks;

namespace RgPolicy.Dbms.Tests.Connecting;

public sealed class LoginPauseTests
{
    private static readonly ObserveException Refusal = new("refused") { Lack = ServerLack.Refused };

    private readonly MovedClock _time = new();

    [Fact]
    public void Failed_AgainAndAgain_PausesGrowToAMinute()
    {
        var pause = new LoginPause(PostgresError.IsFull, _time);
        var pauses = new List<double>();
        for (var i = 0; i < 8; i++)
        {
            pause.Failed(Refusal);
            pauses.Add(SecondsUntilFree(pause));
        }

        Assert.Equal([2, 4, 8, 16, 32, 60, 60, 60], pauses);
    }

    [Fact]
    public void Failed_NoConnectionIsLeft_PausesGrowToHalfAMinute()
    {
        var pause = new LoginPause(PostgresError.IsFull, _time);
        var full = PostgresError.Connecting(
            new PostgresConnectionOptions(),
            new PostgresException(
                "sorry, too many clients already",
                "FATAL",
                "FATAL",
                PostgresErrorCodes.TooManyConnections
            )
        );
        var pauses = new List<double>();
        for (var i = 0; i < 6; i++)
        {
            pause.Failed(full);
            pauses.Add(SecondsUntilFree(pause));
        }

        Assert.Equal([2, 4, 8, 16, 30, 30], pauses);
    }

    [Fact]
    public void Failed_ServerNotReady_DoesNotPauseAndBeginsAnew()
    {
        var pause = new LoginPause(PostgresError.IsFull, _time);
        pause.Failed(Refusal);
        SecondsUntilFree(pause);
        pause.Failed(new ObserveException("starts") { Lack = ServerLack.NotReady });
        Assert.Equal(0, SecondsUntilFree(pause));
        pause.Failed(Refusal);
        Assert.Equal(2, SecondsUntilFree(pause));
    }

    private double SecondsUntilFree(LoginPause pause)
    {
        for (var seconds = 0; ; seconds++)
        {
            try
            {
                pause.ThrowWhileRefused();
                return seconds;
            }
            catch (ObserveException)
            {
                _time.Move(TimeSpan.FromSeconds(1));
            }
        }
    }
}
