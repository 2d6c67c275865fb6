using MySqlConnector;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>What a login needs to see others.</summary>
internal static class RightCheck
{
    public const string NoSuperusers =
        "it cannot be told which logins administer the server, so no session is governed; rgp doctor prints the "
        + "statement that grants it";

    private const string SeesTransactions = "SELECT COUNT(*) FROM information_schema.INNODB_TRX";

    /// <summary>Refuses a login that sees its own sessions only; the server says nothing of that.</summary>
    public static async Task RequireAsync(
        MySqlPollSession session,
        MySqlConnectionOptions options,
        CancellationToken cancellationToken
    )
    {
        if (!await HasProcessAsync(session.Link, cancellationToken))
        {
            throw new ObserveException(
                $"{options.Target}: '{options.User}' may not see other users' statements; run: GRANT PROCESS ON *.* TO "
                    + $"{MySqlAccount.Quote(options.User)}"
            );
        }

        if (!session.Traits.IsMariaDb && !session.Traits.HasPerformanceSchema)
        {
            throw new ObserveException(
                $"{options.Target}: a MySQL is observed through performance_schema only; "
                    + (
                        session.Traits.HidesPerformanceSchema
                            ? $"run: GRANT SELECT ON performance_schema.* TO {MySqlAccount.Quote(options.User)}"
                            : "start it with performance_schema = ON"
                    )
            );
        }
    }

    /// <summary>Whether the login has PROCESS, directly or by a role: without it this table is refused.</summary>
    public static async Task<bool> HasProcessAsync(MySqlLink link, CancellationToken cancellationToken)
    {
        try
        {
            await link.ScalarAsync(SeesTransactions, cancellationToken);
            return true;
        }
        catch (MySqlException e) when (MySqlFailure.LacksRight(e))
        {
            return false;
        }
        catch (MySqlException e) when (OpenTransactions.IsRefusal(e))
        {
            return true;
        }
    }
}
