using RgPolicy.Dbms.SqlServer.Configure;

namespace RgPolicy.Cli.Configure;

/// <summary><c>rgp rollback</c>: leads a server back to what its configuration was before.</summary>
internal sealed class RollbackCommand(CliContext context)
{
    private const string Schema = "rgp/rollback/1";

    private static readonly ApplyOutcome Nothing = new(ChangeStatus.Done, null, null, []);
    private static readonly ServerOptions Server = new(isRequired: true);
    private static readonly Option<bool> All = new("--all") { Description = "Back to before the first change." };

    private static readonly Option<bool> Off = new("--off")
    {
        Description =
            "Lifts every limit at once and needs no journal; what SQL Server has stored stays, settings of "
            + "PostgreSQL's roles are reset.",
    };

    private static readonly Option<bool> Yes = ServerOptions.Yes();

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "rollback",
            "Restores a server as it was before the last change.",
            "rgp rollback --server sqlserver://dba@db1",
            "rgp rollback --server sqlserver://dba@db1 --all --yes",
            "rgp rollback --server postgres://admin@localhost/postgres"
        )
            .Takes([.. Server.All, All, Off, Yes, Server.Replicas])
            .Does(
                ReplicaSweep.Of(
                    context,
                    Server,
                    (each, result, place) => new RollbackCommand(each).RunAsync(result, place)
                )
            );

    private async Task<int> RunAsync(ParseResult result, ServerChoice server)
    {
        await using var configurator = await ConfiguratorOpener.OpenAsync(context, server);
        var (places, isOff) = (JournalPlace.Of(context, server.Journal), result.GetValue(Off));
        var journal = ChangeJournal.Open(places, configurator.Server);
        var from = ChangeToUndo(journal, result.GetValue(All));
        var plan = await HintChanges.AddAsync(
            context,
            configurator,
            server,
            await PlanAsync(configurator, journal, from, isOff),
            HintChanges.Dropped
        );
        if (from < 0 && !isOff && !HasHints(plan))
            return SayNothingIsToBeDone(plan, journal, result.WantsJson());

        if (
            plan.Refusals.Length == 0
            && (!plan.IsEmpty || HasHints(plan))
            && !Agreement.IsGiven(context, plan, result.GetValue(Yes))
        )
            return context.Fail(ExitCode.Usage, "nothing was changed", Agreement.Next);

        var runner = new ChangeRunner(configurator, journal, context.Time);
        var outcome = await context.Unfinished.RunAsync(async () =>
        {
            var configured =
                from < 0 && !isOff ? Nothing
                : isOff ? await runner.ApplyAsync(plan, context.Interrupt)
                : await runner.RollBackAsync(plan, from, context.Interrupt);
            if (configured.Problem is null && HasHints(plan) && configurator is SqlServerConfigurator hints)
                await hints.ClearHintsAsync(places, context.Interrupt);

            return configured;
        });
        return OutcomeReport.Write(context, Schema, plan, outcome, result.WantsJson());
    }

    private async Task<ChangePlan> PlanAsync(IConfigurator configurator, ChangeJournal journal, int from, bool isOff) =>
        isOff
            ? await configurator.PlanOffAsync(context.Interrupt)
            : await configurator.PlanBackAsync(
                from >= 0 ? journal.Entries[from].Before : (await configurator.ReadAsync(context.Interrupt)).State,
                context.Interrupt
            );

    private static bool HasHints(ChangePlan plan) =>
        plan.Changes.Any(change => change is { Kind: HintChanges.Kind, Action: ConfigurationChange.Drop });

    private int SayNothingIsToBeDone(ChangePlan plan, ChangeJournal journal, bool isJson)
    {
        if (isJson)
        {
            PlanJson.Write(context, Schema, plan, Nothing);
            return ExitCode.Success;
        }

        context.Output.WriteLine($"Nothing to roll back: {journal.Path} knows of no change that is in force.");
        if (plan.Changes.Any(change => change.Kind != HintChanges.Kind))
        {
            context.Output.WriteLine(
                "The server has what some other journal, or a script, brought there: `rgp rollback --off` lifts it."
            );
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
