using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Cli.Configure;

/// <summary>Tells what became of a plan.</summary>
internal static class OutcomeReport
{
    /// <summary>Prints the plan and its outcome.</summary>
    /// <returns>The exit code.</returns>
    public static int Write(CliContext context, string schema, ChangePlan plan, ApplyOutcome outcome, bool json)
    {
        if (json)
        {
            PlanJson.Write(context, schema, plan, outcome);
        }
        else
        {
            new PlanText(context).Write(plan);
        }

        if (outcome.Problem is { } problem)
        {
            var exitCode = outcome.Status is null ? ExitCode.Usage : ExitCode.Unreachable;
            return context.Fail(exitCode, problem, outcome.Next ?? "");
        }

        if (!json)
        {
            WriteDone(context, plan, outcome);
        }

        return ExitCode.Success;
    }

    private static void WriteDone(CliContext context, ChangePlan plan, ApplyOutcome outcome)
    {
        context.Output.WriteLine();
        context.Output.WriteLine(Done(plan));
        foreach (var waiting in outcome.Waiting)
        {
            context.Output.WriteLine(
                $"Left without limits until its sessions end: {waiting}. Run the command again then."
            );
        }
    }

    private static string Done(ChangePlan plan) =>
        !plan.IsEmpty || plan.Changes.Any(change => change.Action != ConfigurationChange.None)
            ? $"Done and read back: {PlanText.Summary(plan)}."
        : plan.Unsupported is { } why
            ? $"Nothing to do, and nothing of the policy is enforced by the server's configuration: {why}"
        : "Nothing to do: the server is as it should be.";
}
