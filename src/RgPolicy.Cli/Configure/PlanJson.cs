using RgPolicy.Documents.Changes;

namespace RgPolicy.Cli.Configure;

/// <summary>A plan for scripts, and what became of it.</summary>
internal static class PlanJson
{
    /// <summary>Prints the document.</summary>
    /// <param name="context">Where to.</param>
    /// <param name="schema">Such as <c>rgp/apply/1</c>.</param>
    /// <param name="plan">The plan.</param>
    /// <param name="outcome">What became of it, or null where nothing was done.</param>
    public static void Write(CliContext context, string schema, ChangePlan plan, ApplyOutcome? outcome = null) =>
        JsonOutput.WriteDocument(context, Of(schema, plan, outcome), DocumentFormat.Changes);

    public static ChangesDocument Of(string schema, ChangePlan plan, ApplyOutcome? outcome) =>
        new(
            schema,
            plan.Target,
            new ServerDocument(plan.Server.Kind, plan.Server.Version, plan.Server.Edition, plan.Server.Name),
            plan.Revision,
            [.. plan.Changes.Select(Change)],
            [.. plan.NotEnforced.Select(item => new UnenforcedDocument(item.Setting, item.Class, item.Reason))],
            plan.Unsupported,
            plan.Warnings,
            plan.Refusals,
            [.. plan.Steps.Select(step => new StepDocument(step.Sql, step.IsInNewSession))],
            plan.StateDigest,
            plan.Goal,
            plan.Digest,
            plan.HostSeal,
            outcome is null ? null : new OutcomeDocument(Status(outcome), outcome.Problem, outcome.Waiting)
        );

    private static ChangeDocument Change(ConfigurationChange change) =>
        new(
            change.Action,
            change.Kind,
            change.Name,
            change.Before,
            change.After,
            change.Sql,
            change.Effect,
            change.Reason
        );

    private static string Status(ApplyOutcome outcome) =>
        outcome.Status switch
        {
            ChangeStatus.Done => "done",
            ChangeStatus.Restored => "restored",
            ChangeStatus.Broken => "broken",
            _ => "refused",
        };
}
