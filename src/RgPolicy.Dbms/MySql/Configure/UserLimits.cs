namespace RgPolicy.Dbms.MySql.Configure;

/// <summary>What a server keeps for an account; 0 is no limit.</summary>
/// <param name="User">The account's user.</param>
/// <param name="Host">The account's host, or pattern of hosts.</param>
/// <param name="MaxStatementTime">Seconds that a statement may run; MariaDB only.</param>
/// <param name="MaxUserConnections">Sessions at the same time.</param>
internal sealed record UserLimits(string User, string Host, decimal MaxStatementTime, decimal MaxUserConnections)
{
    /// <summary>True where nothing is limited.</summary>
    public bool IsNone => MaxStatementTime == 0 && MaxUserConnections == 0;

    /// <summary>The account.</summary>
    public (string User, string Host) Account => (User, Host);

    /// <summary>The account without any limit.</summary>
    public static UserLimits None((string User, string Host) account) => new(account.User, account.Host, 0, 0);

    /// <summary>Each of the limits worked out anew.</summary>
    /// <param name="change">The new value of one of them.</param>
    public UserLimits Each(Func<UserLimit, decimal> change)
    {
        ArgumentNullException.ThrowIfNull(change);
        return new UserLimits(User, Host, change(UserLimit.StatementTime), change(UserLimit.Connections));
    }
}
