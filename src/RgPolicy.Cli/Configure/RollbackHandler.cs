using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Cli.Configure;

/// <summary>Leads a server back to what its configuration was before.</summary>
internal sealed class RollbackHandler(CliContext context)
{
    private const string Schema = "rgp/rollback/1";

    private static readonly ApplyOutcome Nothing = new(ChangeStatus.Done, null, null, []);

    /// <summary>Plans the way back and carries it out.</summary>
    /// <returns>The exit code.</returns>
    public Task<int> RunAsync(RollbackRequest request, CancellationToken cancellationToken) =>
        request.Server.AllReplicas
            ? ReplicaSweep.RunAsync(
                context,
                request.Server,
                request.Json,
                (each, place) => new RollbackHandler(each).RunAsync(request with { Server = place }, cancellationToken),
                cancellationToken
            )
            : RunOneAsync(request, cancellationToken);

    private Task<int> RunOneAsync(RollbackRequest request, CancellationToken cancellationToken) =>
        ServerCommand.RunAsync(
            context,
            request.Server,
            configurator => RollBackAsync(configurator, request, cancellationToken),
            cancellationToken
        );

    private async Task<int> RollBackAsync(
        IConfigurator configurator,
        RollbackRequest request,
        CancellationToken cancellationToken
    )
    {
        var journal = ChangeJournal.Open(JournalPlace.Of(context, request.Server.Journal), configurator.Server);
        var from = ChangeToUndo(journal, request.All);
        var plan = await PlanAsync(configurator, journal, from, request, cancellationToken);
        if (from < 0 && !request.Off && !HasHints(plan))
        {
            return SayNothingIsToBeDone(plan, journal, request.Json);
        }

        if (
            plan.Refusals.Length == 0
            && (!plan.IsEmpty || HasHints(plan))
            && !Agreement.IsGiven(context, plan, request.Yes)
        )
        {
            return context.Fail(ExitCode.Usage, "nothing was changed", "Agree with `yes`, or write --yes.");
        }

        var runner = new ChangeRunner(configurator, journal, context.Time);
        var outcome = await context.Unfinished.RunAsync(async () =>
        {
            var configured =
                from < 0 && !request.Off ? Nothing
                : request.Off ? await runner.ApplyAsync(plan, cancellationToken)
                : await runner.RollBackAsync(plan, from, cancellationToken);
            if (configured.Problem is null && HasHints(plan) && configurator is IHintHolder holder)
            {
                await holder.ClearHintsAsync(JournalPlace.Of(context, request.Server.Journal), cancellationToken);
            }

            return configured;
        });
        return OutcomeReport.Write(context, Schema, plan, outcome, request.Json);
    }

    /// <summary>What leads back, the hints that <c>rgp run</c> has set included.</summary>
    private async Task<ChangePlan> PlanAsync(
        IConfigurator configurator,
        ChangeJournal journal,
        int from,
        RollbackRequest request,
        CancellationToken cancellationToken
    )
    {
        var plan = request.Off
            ? await configurator.PlanOffAsync(cancellationToken)
            : await configurator.PlanBackAsync(
                from >= 0 ? journal.Entries[from].Before : (await configurator.ReadAsync(cancellationToken)).State,
                cancellationToken
            );
        return await HintChanges.AddAsync(
            context,
            configurator,
            request.Server,
            plan,
            HintChanges.Dropped,
            cancellationToken
        );
    }

    private static bool HasHints(ChangePlan plan) =>
        plan.Changes.Any(change => change is { Kind: HintChanges.Kind, Action: ConfigurationChange.Drop });

    private int SayNothingIsToBeDone(ChangePlan plan, ChangeJournal journal, bool isJson)
    {
        if (isJson)
        {
            PlanJson.Write(context, Schema, plan, Nothing);
        }
        else
        {
            context.Output.WriteLine($"Nothing to roll back: {journal.Path} knows of no change that is in force.");
            if (plan.Changes.Any(change => change.Kind != HintChanges.Kind))
            {
                context.Output.WriteLine(
                    "The server has what some other journal, or a script, brought there: `rgp rollback --off` lifts it."
                );
            }
        }

        return ExitCode.Success;
    }

    /// <summary>The last change for a policy that is in force, or with <c>--all</c> the first; below 0
    /// where there is none.</summary>
    private static int ChangeToUndo(ChangeJournal journal, bool all)
    {
        var inForce = journal
            .Entries.Select((entry, index) => (entry, index))
            .Where(each => each.entry is { IsInForce: true, Revision: not null })
            .Select(each => each.index)
            .ToList();
        return inForce.Count == 0 ? -1
            : all ? inForce[0]
            : inForce[^1];
    }
}

/// <summary>The options of <c>rgp rollback</c>.</summary>
/// <param name="Server">Which server.</param>
/// <param name="All">Back to before the first change.</param>
/// <param name="Off">Everything off at once, whatever the journal says.</param>
/// <param name="Yes">Without asking.</param>
/// <param name="Json">A document instead of text.</param>
internal sealed record RollbackRequest(ServerChoice Server, bool All, bool Off, bool Yes, bool Json);
