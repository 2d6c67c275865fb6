using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Cli.Configure;

/// <summary>Leads a server back to what its configuration was before.</summary>
internal sealed class RollbackHandler(CliContext context)
{
    private const string Schema = "rgp/rollback/1";

    /// <summary>Leads it back.</summary>
    /// <returns>The exit code.</returns>
    public Task<int> RunAsync(RollbackRequest request, CancellationToken cancellationToken) => ServerCommand.RunAsync(
        context, request.Server, configurator => RollBackAsync(configurator, request, cancellationToken), cancellationToken);

    private async Task<int> RollBackAsync(IConfigurator configurator, RollbackRequest request, CancellationToken cancellationToken)
    {
        var journal = ChangeJournal.Open(JournalPlace.Of(context, request.Server.Journal), configurator.Server);
        var from = ChangeToUndo(journal, request.All);
        if (from < 0 && !request.Off)
        {
            return await SayNothingIsToBeDoneAsync(configurator, journal, request.Json, cancellationToken);
        }

        var plan = request.Off
            ? await configurator.PlanOffAsync(cancellationToken)
            : await configurator.PlanBackAsync(journal.Entries[from].Before, cancellationToken);
        if (plan.Refusals.Length == 0 && !plan.IsEmpty && !Agreement.IsGiven(context, plan, request.Yes))
        {
            return context.Fail(ExitCode.Usage, "nothing was changed", "Agree with `yes`, or write --yes.");
        }

        var runner = new ChangeRunner(configurator, journal, context.Time);
        var outcome = await context.Unfinished.RunAsync(() => request.Off
            ? runner.ApplyAsync(plan, cancellationToken)
            : runner.RollBackAsync(plan, from, cancellationToken));
        return OutcomeReport.Write(context, Schema, plan, outcome, request.Json);
    }

    private async Task<int> SayNothingIsToBeDoneAsync(
        IConfigurator configurator, ChangeJournal journal, bool isJson, CancellationToken cancellationToken)
    {
        if (isJson)
        {
            var present = await configurator.ReadAsync(cancellationToken);
            var plan = await configurator.PlanBackAsync(present.State, cancellationToken);
            PlanJson.Write(context, Schema, plan, new ApplyOutcome(ChangeStatus.Done, null, null, []));
        }
        else
        {
            context.Output.WriteLine($"Nothing to roll back: {journal.Path} knows of no change that is in force.");
        }

        return ExitCode.Success;
    }

    /// <summary>The last change for a policy that is in force, or with <c>--all</c> the first; below 0 where there is none.</summary>
    private static int ChangeToUndo(ChangeJournal journal, bool all)
    {
        var inForce = journal.Entries.Select((entry, index) => (entry, index))
            .Where(each => each.entry is { IsInForce: true, Revision: not null }).Select(each => each.index).ToList();
        return inForce.Count == 0 ? -1 : all ? inForce[0] : inForce[^1];
    }
}
