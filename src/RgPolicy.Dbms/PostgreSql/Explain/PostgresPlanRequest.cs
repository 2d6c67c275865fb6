using RgPolicy.Dbms.Fetching;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>A plan that is to be fetched.</summary>
/// <param name="Key">What the answer is kept by.</param>
/// <param name="Database">The database's name.</param>
/// <param name="Login">The oid of the login that runs it, whose settings may say where names are looked up.</param>
/// <param name="ProcessId">A backend that runs it.</param>
/// <param name="Started">When that backend began to run it.</param>
/// <param name="Kind">The statement's kind.</param>
/// <param name="Text">The statement to explain; written by another login.</param>
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
    /// <summary>The name of the login.</summary>
    public string LoginName { get; init; } = "";

    /// <summary>The server's query id tells tables of the same name apart.</summary>
    public bool KeyTellsTables { get; init; }

    /// <summary>Why there is no plan, where only evidence is sought; null for a plan.</summary>
    public PlanAnswer? Hidden { get; init; }

    /// <summary>Where the text is to be found first; it is empty then.</summary>
    public SoughtText? Sought { get; init; }

    /// <summary>The write whose rows the text finds; null for a text that runs itself.</summary>
    public PlanAnswer? Write { get; init; }

    /// <summary>The view that it refreshes; the text is empty then.</summary>
    public RefreshedView? Refreshed { get; init; }

    /// <summary>Oids of relations of which its tables must be, or null where nothing is known of them.</summary>
    public uint[]? Reads { get; init; }
}
