namespace RgPolicy.Dbms.MySql.Configure;

/// <summary>One limit that a server keeps for accounts.</summary>
/// <param name="Name">Its name in statements.</param>
/// <param name="Caution">What to know before it is set, as a sentence.</param>
/// <param name="Of">Its value for an account.</param>
internal sealed record UserLimit(string Name, string Caution, Func<UserLimits, decimal> Of)
{
    /// <summary>How long a statement may run.</summary>
    public static UserLimit StatementTime { get; } =
        new(
            "MAX_STATEMENT_TIME",
            "It ends maintenance and backups of the account too, which no rule does.",
            limits => limits.MaxStatementTime
        );

    /// <summary>How many sessions there may be at the same time.</summary>
    public static UserLimit Connections { get; } =
        new(
            "MAX_USER_CONNECTIONS",
            "It counts idle sessions, those of a pool of connections too, and refuses the next one.",
            limits => limits.MaxUserConnections
        );

    /// <summary>All of them.</summary>
    public static IReadOnlyList<UserLimit> All { get; } = [StatementTime, Connections];
}
