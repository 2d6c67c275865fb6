using MySqlConnector;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.Poll;

namespace RgPolicy.Dbms.MySql.Configure;

/// <summary>The accounts of a server, their limits, and the limits that hold for all sessions.</summary>
/// <param name="Accounts">What each account has, and what it is.</param>
/// <param name="Everywhere">What holds where an account has no limit of its own; 0 is none.</param>
internal sealed record AccountCatalog(
    ImmutableDictionary<(string User, string Host), (UserLimits Limits, LoginTraits Traits)> Accounts,
    UserLimits Everywhere
)
{
    /// <summary>What an account has; nothing where it is not there.</summary>
    public UserLimits Of((string User, string Host) account) =>
        Accounts.TryGetValue(account, out var found) ? found.Limits : UserLimits.None(account);

    /// <summary>Why nothing can be set for an account; empty where it can.</summary>
    public string Obstacle((string User, string Host) account)
    {
        if (!Accounts.TryGetValue(account, out var found))
            return "the account is not there any more";
        if (account.User.Length == 0)
            return "an account without a name is that of many logins";
        return found.Traits switch
        {
            LoginTraits.None => "",
            var traits when traits.HasFlag(LoginTraits.Internal) => "the account is the server's own",
            var traits when traits.HasFlag(LoginTraits.Connection) => "the account is the connection's own",
            var traits when traits.HasFlag(LoginTraits.Superuser) => "the account administers the server",
            _ => "the account is for replication",
        };
    }
}

/// <summary>Asks a server which accounts it has, and what it keeps for them.</summary>
internal static class AccountReader
{
    // A view of MariaDB's converts numbers to texts and back: they are read as texts.
    private const string OfMariaDb =
        "SELECT User, Host, CAST(max_statement_time AS CHAR), CAST(max_user_connections AS CHAR), Super_priv = 'Y', "
        + "Repl_slave_priv = 'Y' FROM mysql.user WHERE is_role = 'N'";

    // A role of MySQL's is an account that is locked, expired and without a password.
    private const string OfMySql =
        "SELECT User, Host, '0', CAST(max_user_connections AS CHAR), Super_priv = 'Y', Repl_slave_priv = 'Y' "
        + "FROM mysql.user WHERE NOT (account_locked = 'Y' AND password_expired = 'Y' AND authentication_string = '')";

    private const string EverywhereInMariaDb =
        "SELECT CAST(@@GLOBAL.max_statement_time AS CHAR), CAST(@@GLOBAL.max_user_connections AS CHAR), CURRENT_USER()";

    private const string EverywhereInMySql = "SELECT '0', CAST(@@GLOBAL.max_user_connections AS CHAR), CURRENT_USER()";

    private static readonly string[] InternalUsers = ["mariadb.sys", "mysql.sys", "mysql.session", "mysql.infoschema"];

    public static async Task<AccountCatalog> ReadAsync(
        MySqlLink link,
        Superusers superusers,
        CancellationToken cancellationToken
    )
    {
        var (everywhere, own) = (UserLimits.None(("", "")), "");
        await link.ReadAsync(
            link.IsMariaDb ? EverywhereInMariaDb : EverywhereInMySql,
            row =>
                (everywhere, own) = (
                    new UserLimits("", "", Number(row.GetString(0)), Number(row.GetString(1))),
                    row.GetString(2)
                ),
            cancellationToken
        );
        var accounts = ImmutableDictionary.CreateBuilder<
            (string User, string Host),
            (UserLimits Limits, LoginTraits Traits)
        >();
        await link.ReadAsync(
            link.IsMariaDb ? OfMariaDb : OfMySql,
            row =>
            {
                var limits = Read(row);
                accounts[limits.Account] = (limits, Traits(row, limits, superusers, own));
            },
            cancellationToken
        );
        return new AccountCatalog(accounts.ToImmutable(), everywhere);
    }

    private static UserLimits Read(MySqlDataReader row) =>
        new(row.GetString(0), row.GetString(1), Number(row.GetString(2)), Number(row.GetString(3)));

    private static LoginTraits Traits(MySqlDataReader row, UserLimits limits, Superusers superusers, string own) =>
        (IsTrue(row, 4) || superusers.Has(limits.User) ? LoginTraits.Superuser : LoginTraits.None)
        | (IsTrue(row, 5) ? LoginTraits.Replication : LoginTraits.None)
        | ($"{limits.User}@{limits.Host}" == own ? LoginTraits.Connection : LoginTraits.None)
        | (InternalUsers.Contains(limits.User, StringComparer.Ordinal) ? LoginTraits.Internal : LoginTraits.None);

    private static bool IsTrue(MySqlDataReader row, int column) =>
        !row.IsDBNull(column) && Convert.ToInt64(row.GetValue(column), CultureInfo.InvariantCulture) == 1;

    // Normalised: 600.000000 and 600 are one text in a digest.
    private static decimal Number(string text) =>
        decimal.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
            ? number / 1.000000000000000000000000000000000m
            : throw new ConfigureException(
                $"the server tells a limit that is no number: '{text}'",
                "Nothing was changed: look at mysql.user."
            );
}
