using RgPolicy.Dbms.Fetching;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.SqlServer.Poll;

/// <summary>A running request between two polls.</summary>
internal sealed class RunningRequest(RequestRow row, DateTimeOffset started)
{
    /// <summary>The last row.</summary>
    public RequestRow Row { get; set; } = row;

    /// <summary>When the request began.</summary>
    public DateTimeOffset Started { get; } = started;

    /// <summary>The number of the poll that saw it last.</summary>
    public long SeenAt { get; set; }

    /// <summary>Whose it is, once it is known.</summary>
    public KnownSqlServerSession? Session { get; set; }

    /// <summary>Where its plan is; null until it is known.</summary>
    public byte[]? PlanHandle { get; set; }

    /// <summary>Its details were read, and showed no plan.</summary>
    public bool HasNoHandle { get; set; }

    /// <summary>What is known of its plan.</summary>
    public PlanAnswer? Answer { get; set; }

    /// <summary>What is told of the statement until its text is known.</summary>
    public StatementFacts? Statement { get; set; }

    /// <summary>What its plan was last made of, and what that came to.</summary>
    public (PlanFacts Plan, int Dop, long Grant, PlanFacts AsRun)? LastPlan { get; set; }

    /// <summary>What was handed out last; null when something changed since.</summary>
    public ObservedQuery? Handed { get; set; }
}
