using RgPolicy.Dbms.Fetching;
using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>How a statement's plan is come by: an answer at once, or a text to explain; exactly one is set.</summary>
internal readonly record struct PlanRoute(PlanAnswer? Answer, string? ExplainText)
{
    /// <summary>
    /// The text that is shown is not the statement that runs, or not all of it. The server may know
    /// that by its query id; the answer is for where it does not.
    /// </summary>
    public bool IsOfAnotherText { get; init; }

    /// <summary>The text holds several statements, and which one runs is not shown with it.</summary>
    public string? Batch { get; init; }

    /// <summary>It refreshes a materialized view, whose query is what runs; the answer is for where
    /// that has no plan.</summary>
    public RefreshStatement? Refresh { get; init; }
}
