namespace RgPolicy.Plans;

/// <summary>One statement of a plan document.</summary>
public sealed record PlanStatement
{
    /// <summary>A statement whose end is missing, or its beginning: what is left of its plan tells nothing.</summary>
    internal static PlanStatement Cut(int ordinal, string? id, string? text) =>
        new()
        {
            Ordinal = ordinal,
            Id = id,
            Text = text,
            Profile = PlanProfile.Unknown("the document is cut or damaged here; the plan is not judged by what is left of it"),
        };

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
