using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>What is kept of a statement's plan: facts, or that they are inferred from kind, history and age.</summary>
internal sealed record PlanAnswer
{
    /// <summary>The plan or why there is none; null when it is inferred at each poll.</summary>
    public PlanFacts? Facts { get; init; }

    /// <summary>The statement's kind, which inference goes by.</summary>
    public StatementKind Kind { get; init; }

    /// <summary>How long the answer stands before the plan is asked for again.</summary>
    public TimeSpan Lifetime { get; init; } = TimeSpan.MaxValue;

    /// <summary>How often in a row the fetch failed for a reason that may pass.</summary>
    public int Failures { get; init; }

    /// <summary>An answer that does not change with time.</summary>
    public static PlanAnswer Lasting(PlanFacts facts) => new() { Facts = facts };

    /// <summary>No plan for a reason that stays.</summary>
    public static PlanAnswer None(string reason) => Lasting(PlanFacts.Absent(reason));

    /// <summary>Inferred at each poll.</summary>
    public static PlanAnswer Inferred(StatementKind kind) => new() { Kind = kind };
}
