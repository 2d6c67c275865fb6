namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>What plans are kept by: a database's oid and a statement's fingerprint, of one login: with other constants,
/// or another search_path, one login's execution must not decide what becomes of another's.</summary>
/// <param name="Database">The database's oid.</param>
/// <param name="Fingerprint">The statement's fingerprint.</param>
/// <param name="Login">The login's oid.</param>
internal readonly record struct StatementKey(uint Database, string Fingerprint, uint Login)
{
    /// <summary>The text showed more than the statement, or not all of it.</summary>
    public bool IsOfAnotherText { get; init; }

    /// <summary>The constants that a plan saw, or 0 for the last plan of the statement, whatever it saw.</summary>
    public ulong Constants { get; init; }

    /// <summary>The key of the last plan of the statement.</summary>
    public StatementKey OfAny => this with { Constants = 0 };

    /// <summary>The backend of one execution, where another execution of the same text may mean other
    /// tables; else 0.</summary>
    public int ProcessId { get; init; }

    /// <summary>When that execution began, in ticks.</summary>
    public long Started { get; init; }

    /// <summary>True for one execution's key.</summary>
    public bool IsOfExecution => ProcessId != 0;

    /// <summary>The key of one execution.</summary>
    public StatementKey Of(int processId, DateTime started) =>
        this with
        {
            ProcessId = processId,
            Started = started.Ticks,
        };
}
