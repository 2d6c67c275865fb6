using MySqlConnector;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Configure;

/// <summary>What a failure means to whoever plans or applies, in words that say what to do.</summary>
internal static class UserLimitRights
{
    private const string Needed = "What is needed is in docs/howto/mariadb-mysql.md, Limits of accounts.";

    public static ConfigureException Unreadable(MySqlConnectionOptions options) =>
        new(
            $"{options.Target}: '{options.User}' may not read the server's accounts",
            $"Connect as an administrator, or run: {Reading(options)}"
        );

    public static ConfigureException Failure(MySqlConnectionOptions options, Exception e) =>
        e switch
        {
            MySqlException denied when MySqlFailure.IsDenied(denied) => Unreadable(options),
            MySqlException lacking when MySqlFailure.LacksRight(lacking) => new ConfigureException(
                $"{options.Target}: '{options.User}' may not change accounts ({MySqlFailure.Reason(e)})",
                $"Connect as an administrator, or run: GRANT CREATE USER ON *.* TO {MySqlAccount.Quote(options.User)}"
                    + "; whoever has it can give any account another password",
                e
            ),
            _ => new ConfigureException($"{options.Target}: {MySqlFailure.Reason(e)}", Needed, e)
            {
                IsLost = e is not MySqlException { Number: > 0 },
            },
        };

    private static string Reading(MySqlConnectionOptions options) =>
        $"GRANT SELECT ON mysql.* TO {MySqlAccount.Quote(options.User)}";
}
