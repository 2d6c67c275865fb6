namespace RgPolicy.Dbms.Configure;

/// <summary>Carries out plans: exactly what they say, and only on the configuration that they were made for. What was
/// done is read back; whatever fails on the way leads back to what was there before.</summary>
internal sealed class ChangeRunner(IConfigurator configurator, ChangeJournal journal, TimeProvider time)
{
    private const int RestoreAttempts = 6;
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(100);

    public async Task<ApplyOutcome> ApplyAsync(ChangePlan plan, CancellationToken cancellationToken)
    {
        var before = configurator is IAdopter adopter
            ? await adopter.ReadForAsync(plan.Goal, cancellationToken)
            : await configurator.ReadAsync(cancellationToken);
        if (Refusal(plan, before) is { } refusal)
            return new ApplyOutcome(null, refusal, "Make the plan again: rgp plan.", []);
        if (plan.IsEmpty)
            return new ApplyOutcome(ChangeStatus.Done, null, null, []);
        journal.Begin(time.GetUtcNow(), plan.Revision, before.State);
        return await CarryOutAsync(plan, before.State, cancellationToken);
    }

    public async Task<ApplyOutcome> RollBackAsync(ChangePlan plan, int from, CancellationToken cancellationToken)
    {
        var outcome = await ApplyAsync(plan, cancellationToken);
        if (outcome.Status == ChangeStatus.Done && outcome.Waiting.IsEmpty)
        {
            journal.Undo(from);
        }
        else if (outcome.Status == ChangeStatus.Done && !plan.IsEmpty)
        {
            // It will be tried again from the same change when the sessions have ended.
            journal.End(ChangeStatus.RolledBack);
        }

        return outcome;
    }

    private string? Refusal(ChangePlan plan, ConfigurationReading before)
    {
        if (plan.Server.Kind != configurator.Server.Kind || plan.Server.Name != configurator.Server.Name)
            return $"the plan is for {plan.Server.Name}, and this is {configurator.Server.Name}";
        return plan.Refusals.Length > 0 ? plan.Refusals[0]
            : plan.StateDigest != before.Digest ? "the server's configuration has changed since the plan was made"
            : null;
    }

    private async Task<ApplyOutcome> CarryOutAsync(
        ChangePlan plan,
        JsonElement before,
        CancellationToken cancellationToken
    )
    {
        try
        {
            var verification = await ExecuteAsync(plan, cancellationToken);
            if (verification.Differences.IsEmpty)
            {
                journal.End(ChangeStatus.Done);
                return new ApplyOutcome(ChangeStatus.Done, null, null, verification.Waiting);
            }

            return await RestoreAsync(
                before,
                $"read back, it is not as it should be: {verification.Differences[0]}",
                "Make the plan again: rgp plan."
            );
        }
        catch (ConfigureException failure)
        {
            return await RestoreAsync(before, failure.Message, failure.Next);
        }
        catch (OperationCanceledException)
        {
            return await RestoreAsync(before, "it was interrupted", "Run it again.");
        }
    }

    private async Task<Verification> ExecuteAsync(ChangePlan plan, CancellationToken cancellationToken)
    {
        var observer = configurator as IChangeObserver;
        if (observer is not null)
            await observer.BeginAsync(plan, cancellationToken);
        foreach (var step in plan.Steps)
            await configurator.ExecuteAsync(step, cancellationToken);
        var verification = await configurator.VerifyAsync(plan.Goal, cancellationToken);
        if (observer is not null)
            await observer.EndAsync(cancellationToken);
        return verification;
    }

    /// <summary>Not to be interrupted: half a configuration is worse than a slow end.</summary>
    private async Task<ApplyOutcome> RestoreAsync(JsonElement before, string problem, string next)
    {
        var last = "";
        var pause = FirstPause;
        for (var attempt = 1; attempt <= RestoreAttempts; attempt++, pause *= 2)
        {
            try
            {
                await configurator.ReopenAsync(CancellationToken.None);
                var back = await configurator.PlanBackAsync(before, CancellationToken.None);
                var verification = await ExecuteAsync(back, CancellationToken.None);
                if (verification.Differences.IsEmpty)
                {
                    journal.End(ChangeStatus.Restored);
                    return new ApplyOutcome(
                        ChangeStatus.Restored,
                        problem,
                        $"Everything is as it was before. {next}",
                        verification.Waiting
                    );
                }

                last = verification.Differences[0];
            }
            catch (ConfigureException failure)
            {
                last = failure.Message;
            }

            await Task.Delay(pause, time, CancellationToken.None);
        }

        journal.End(ChangeStatus.Broken);
        return new ApplyOutcome(
            ChangeStatus.Broken,
            $"{problem}; and it could not be taken back: {last}",
            "Run `rgp rollback` when the server answers again; the journal has what was there before.",
            []
        );
    }
}

/// <param name="Status">How far it came; null where nothing was begun.</param>
/// <param name="Problem">What went wrong, as a sentence; null after success.</param>
/// <param name="Next">What to do next; null after success.</param>
/// <param name="Waiting">What goes when the sessions in it have ended.</param>
internal sealed record ApplyOutcome(
    ChangeStatus? Status,
    string? Problem,
    string? Next,
    ImmutableArray<string> Waiting
);

/// <summary>A server that has no place for a mark on what RgPolicy sets: what is RgPolicy's is remembered on this
/// host.</summary>
internal interface IChangeObserver
{
    /// <summary>Remembers what a plan is about to set, before its first statement.</summary>
    /// <exception cref="ConfigureException">It cannot be remembered.</exception>
    Task BeginAsync(ChangePlan plan, CancellationToken cancellationToken);

    /// <summary>Forgets what is not there any more, after the last statement.</summary>
    /// <exception cref="ConfigureException">The server cannot be read, or it cannot be written down.</exception>
    Task EndAsync(CancellationToken cancellationToken);
}
