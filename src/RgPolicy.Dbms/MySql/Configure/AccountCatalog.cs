using System.Collections.Immutable;

namespace RgPolicy.Dbms.MySql.Configure;

/// <summary>The accounts of a server, their limits, and the limits that hold for all sessions.</summary>
/// <param name="Accounts">What each account has, and what it is.</param>
/// <param name="Everywhere">What holds where an account has no limit of its own; 0 is none.</param>
internal sealed record AccountCatalog(
    ImmutableDictionary<(string User, string Host), (UserLimits Limits, AccountTraits Traits)> Accounts,
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
            AccountTraits.None => "",
            var traits when traits.HasFlag(AccountTraits.Internal) => "the account is the server's own",
            var traits when traits.HasFlag(AccountTraits.Connection) => "the account is the connection's own",
            var traits when traits.HasFlag(AccountTraits.Superuser) => "the account administers the server",
            _ => "the account is for replication",
        };
    }
}

/// <summary>Why nothing is set for an account.</summary>
[Flags]
internal enum AccountTraits
{
    /// <summary>No reason.</summary>
    None = 0,

    /// <summary>It administers the server.</summary>
    Superuser = 1,

    /// <summary>It is for replication.</summary>
    Replication = 2,

    /// <summary>It is the account of the connection.</summary>
    Connection = 4,

    /// <summary>It is the server's own.</summary>
    Internal = 8,
}
