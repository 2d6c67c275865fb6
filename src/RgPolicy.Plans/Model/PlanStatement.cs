namespace RgPolicy.Plans;

/// <summary>One statement of a plan document.</summary>
public sealed record PlanStatement
{
    /// <summary>Position in the document, from 0.</summary>
    public required int Ordinal { get; init; }

    /// <summary>The document's own identifier, or null.</summary>
    public string? Id { get; init; }

    /// <summary>The kind, from the plan or the text.</summary>
    public StatementKind Kind { get; init; } = StatementKind.Other;

    /// <summary>The statement's text where the document carries it.</summary>
    public string? Text { get; init; }

    /// <summary>False when there is no operator to judge by.</summary>
    public bool HasPlan { get; init; }

    /// <summary>What the plan tells.</summary>
    public required PlanProfile Profile { get; init; }

    /// <summary>The server's hash of the statement, or null.</summary>
    public string? QueryHash { get; init; }

    /// <summary>The server's hash of the plan, or null.</summary>
    public string? PlanHash { get; init; }
}
