namespace RgPolicy.Cli.Configure;

/// <summary>Carries a policy out at every replica, or at none: nothing begins before each of them was reached and has a
/// plan, and a failure at one leads those before it back.</summary>
internal sealed class ReplicaApply(CliContext context, ApplyRequest request)
{
    private const string Untouched = "Nothing was changed on any replica.";

    public async Task<int> RunAsync()
    {
        var replicas = await ReplicaSweep.FindAsync(context, request.Server);
        var ready = new List<ReadyReplica>();
        try
        {
            foreach (var replica in replicas)
            {
                var exitCode = await CommandException.EndAsync(context, () => MakeReadyAsync(replica, ready));
                if (exitCode != ExitCode.Success)
                    return context.Finish(exitCode, $"{replica.Name} is not ready. {Untouched}");
            }

            return IsAgreed(ready) ? await CarryOutAsync(ready) : Disagreed();
        }
        finally
        {
            foreach (var each in ready)
                await each.Configurator.DisposeAsync();
        }
    }

    private async Task<int> MakeReadyAsync(Replica replica, List<ReadyReplica> ready)
    {
        var server = ReplicaSweep.At(request.Server, replica);
        var configurator = await ConfiguratorOpener.OpenAsync(context, server);
        try
        {
            var plan = await PolicyPlanner.PlanAsync(context, configurator, request.File, request.TakesOver);
            if (!plan.Refusals.IsEmpty)
                throw new CommandException(ExitCode.Usage, plan.Refusals[0], "Fix what is refused.");

            var journal = ChangeJournal.Open(JournalPlace.Of(context, server.Journal), configurator.Server);
            ready.Add(new ReadyReplica(replica, configurator, plan, journal));
            return ExitCode.Success;
        }
        catch
        {
            await configurator.DisposeAsync();
            throw;
        }
    }

    /// <summary>The user is shown every plan before being asked; one no is a no for all of them.</summary>
    private bool IsAgreed(IReadOnlyCollection<ReadyReplica> ready) =>
        ready.Where(each => !each.Plan.IsEmpty).All(each => Agreement.IsGiven(context, each.Plan, request.Yes));

    private async Task<int> CarryOutAsync(List<ReadyReplica> ready)
    {
        var done = new List<ReadyReplica>();
        var documents = new List<(Replica, string)>();
        foreach (var each in ready)
        {
            var outcome = await context.Unfinished.RunAsync(() => ApplyAsync(each));
            var exitCode = Report(each, outcome, documents);
            if (exitCode != ExitCode.Success)
            {
                var back = await context.Unfinished.RunAsync(() => TakeBackAsync(done));
                back = outcome.Status == ChangeStatus.Broken ? $"{back} But not {each.Replica.Name}: see above." : back;
                Write(documents);
                return context.Finish(exitCode, back);
            }

            done.Add(each);
        }

        Write(documents);
        return ExitCode.Success;
    }

    /// <summary>What fails before the first statement has changed nothing, and is an outcome too: others may have to be
    /// taken back.</summary>
    private async Task<ApplyOutcome> ApplyAsync(ReadyReplica each)
    {
        try
        {
            return await new ChangeRunner(each.Configurator, each.Journal, context.Time).ApplyAsync(
                each.Plan,
                context.Interrupt
            );
        }
        catch (ConfigureException failure)
        {
            return new ApplyOutcome(ChangeStatus.Restored, failure.Message, failure.Next, []);
        }
        catch (OperationCanceledException)
        {
            return new ApplyOutcome(ChangeStatus.Restored, "it was interrupted", "Run it again.", []);
        }
    }

    private int Report(ReadyReplica each, ApplyOutcome outcome, List<(Replica, string)> documents)
    {
        const string Schema = "rgp/apply/1";
        if (!request.Json)
        {
            ReplicaSweep.Head(context, each.Replica);
            return OutcomeReport.Write(context, Schema, each.Plan, outcome, json: false);
        }

        using var document = new StringWriter();
        var exitCode = OutcomeReport.Write(context with { Output = document }, Schema, each.Plan, outcome, json: true);
        documents.Add((each.Replica, document.ToString()));
        return exitCode;
    }

    private void Write(List<(Replica, string)> documents)
    {
        if (request.Json)
            ReplicaSweep.Write(context, documents);
    }

    /// <summary>Not to be interrupted: replicas that differ are worse than a slow end.</summary>
    /// <returns>What came of it.</returns>
    private async Task<string> TakeBackAsync(IReadOnlyList<ReadyReplica> done)
    {
        var left = new List<string>();
        foreach (var each in done.Where(each => !each.Plan.IsEmpty).Reverse())
        {
            if (await TakeBackAsync(each) is { } problem)
                left.Add($"{each.Replica.Name} ({problem})");
        }

        return left.Count > 0
            ? "It is still in force, and could not be taken back, on "
                + $"{string.Join(", ", left)}: run `rgp rollback --server` with each one's own address."
            : "On the replicas before it was taken back: they are as they were.";
    }

    private async Task<string?> TakeBackAsync(ReadyReplica each)
    {
        try
        {
            await each.Configurator.ReopenAsync(CancellationToken.None);
            var from = each.Journal.Entries.Length - 1;
            var plan = await each.Configurator.PlanBackAsync(each.Journal.Entries[from].Before, CancellationToken.None);
            var runner = new ChangeRunner(each.Configurator, each.Journal, context.Time);
            return (await runner.RollBackAsync(plan, from, CancellationToken.None)).Problem;
        }
        catch (ConfigureException failure)
        {
            return failure.Message;
        }
    }

    private int Disagreed() => context.Fail(ExitCode.Usage, Untouched, Agreement.Next);
}

/// <summary>A replica that was reached and has a plan that may be carried out.</summary>
internal sealed record ReadyReplica(
    Replica Replica,
    IConfigurator Configurator,
    ChangePlan Plan,
    ChangeJournal Journal
);
