namespace RgPolicy.Dbms.MySql.Configure;

/// <summary>What a server keeps for an account; 0 is no limit.</summary>
internal sealed record UserLimits(string User, string Host, decimal MaxStatementTime, decimal MaxUserConnections)
{
    public bool IsNone => MaxStatementTime == 0 && MaxUserConnections == 0;

    public (string User, string Host) Account => (User, Host);

    public static UserLimits None((string User, string Host) account) => new(account.User, account.Host, 0, 0);

    public UserLimits Each(Func<UserLimit, decimal> change) =>
        new UserLimits(User, Host, change(UserLimit.StatementTime), change(UserLimit.Connections));
}

/// <summary>Limits of accounts, ordered by user and host.</summary>
internal sealed record UserLimitState(ImmutableArray<UserLimits> Limits)
{
    /// <summary>The same in one order, without accounts that have no limit.</summary>
    public static UserLimitState Of(IEnumerable<UserLimits> limits) =>
        new([.. InOrder(limits.Where(row => !row.IsNone))]);

    public static IEnumerable<UserLimits> InOrder(IEnumerable<UserLimits> limits) =>
        limits.OrderBy(row => row.User, StringComparer.Ordinal).ThenBy(row => row.Host, StringComparer.Ordinal);
}

/// <summary>One limit that a server keeps for accounts.</summary>
internal sealed record UserLimit(string Name, string Caution, Func<UserLimits, decimal> Of)
{
    public static UserLimit StatementTime { get; } =
        new(
            "MAX_STATEMENT_TIME",
            "It ends maintenance and backups of the account too, which no rule does.",
            limits => limits.MaxStatementTime
        );

    public static UserLimit Connections { get; } =
        new(
            "MAX_USER_CONNECTIONS",
            "It counts idle sessions, those of a pool of connections too, and refuses the next one.",
            limits => limits.MaxUserConnections
        );

    public static IReadOnlyList<UserLimit> All { get; } = [StatementTime, Connections];
}
