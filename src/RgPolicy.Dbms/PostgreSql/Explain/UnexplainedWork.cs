using RgPolicy.Dbms.Fetching;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>
/// A plan without tables, of a statement that works all the same: how often a recursion goes round, and how long a
/// series is whose ends are computed, no plan tells.
/// </summary>
internal static class UnexplainedWork
{
    private static readonly TimeSpan Much = TimeSpan.FromSeconds(1);

    /// <summary>What is known of an execution once it has used so much.</summary>
    /// <param name="answer">What its plan says.</param>
    /// <param name="used">Its processor time; null where that is not known.</param>
    public static PlanAnswer Judge(PlanAnswer answer, TimeSpan? used) =>
        used >= Much
        && answer.Facts is { Profile: { Shape: PlanShape.Utility, Operators.IsDefaultOrEmpty: false } plan } facts
            ? answer with
            {
                Facts = facts with { Profile = Unknown(plan) },
            }
            : answer;

    private static PlanProfile Unknown(PlanProfile plan) =>
        plan with
        {
            Shape = PlanShape.Unknown,
            Reason = "the plan shows no table, and yet the statement has used more than 1 s of processor time",
            CacheUse = CacheUse.Sensitive,
        };
}
