using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <remarks><c>Key</c>: what the answer is kept by. <c>Login</c>: the oid of the login that runs it, whose settings may
/// say where names are looked up. <c>Started</c>: when that backend began to run it. <c>Text</c>: the statement to
/// explain; written by another login.</remarks>
internal sealed record PostgresPlanRequest(
    StatementKey Key,
    string Database,
    uint Login,
    int ProcessId,
    DateTime Started,
    StatementKind Kind,
    string Text
)
{
    public string LoginName { get; init; } = "";

    /// <summary>The server's query id tells tables of the same name apart.</summary>
    public bool KeyTellsTables { get; init; }

    /// <summary>Why there is no plan, where only evidence is sought; null for a plan.</summary>
    public PlanAnswer? Hidden { get; init; }

    /// <summary>Where the text is to be found first; it is empty then.</summary>
    public TextLookup? Sought { get; init; }

    /// <summary>The write whose rows the text finds; null for a text that runs itself.</summary>
    public PlanAnswer? Write { get; init; }

    /// <summary>The view that it refreshes; the text is empty then.</summary>
    public RefreshedView? Refreshed { get; init; }

    /// <summary>Oids of relations of which its tables must be, or null where nothing is known of them.</summary>
    public uint[]? Reads { get; init; }
}

/// <summary>A materialized view that is refreshed: its query is what runs.</summary>
internal sealed record RefreshedView(RefreshStatement Statement, PlanAnswer Otherwise);

/// <summary>What plans are kept by: a database's oid and a statement's fingerprint, of one login: with other constants,
/// or another search_path, one login's execution must not decide what becomes of another's.</summary>
internal readonly record struct StatementKey(uint Database, string Fingerprint, uint Login)
{
    public bool IsOfAnotherText { get; init; }

    /// <summary>The constants that a plan saw, or 0 for the last plan of the statement, whatever it saw.</summary>
    public ulong Constants { get; init; }

    public StatementKey OfAny => this with { Constants = 0 };

    /// <summary>The backend of one execution, where another execution of the same text may mean other
    /// tables; else 0.</summary>
    public int ProcessId { get; init; }

    public long Started { get; init; }

    public bool IsOfExecution => ProcessId != 0;

    public StatementKey Of(int processId, DateTime started) =>
        this with
        {
            ProcessId = processId,
            Started = started.Ticks,
        };
}
