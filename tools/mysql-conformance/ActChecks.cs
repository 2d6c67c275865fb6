using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.MySql.Configure;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;

namespace RgPolicy.MySqlConformance;

/// <summary>What RgPolicy does to a server when it is told to.</summary>
internal static class ActChecks
{
    private const string Policy = $$"""
        language 1
        pool rest { cpu weight 100 }
        pool few { concurrency 4 }
        class tried -> few when session.login = '{{TriedServer.Application}}'
        default -> rest
        rule end on class tried { when request.elapsed > 10 min then cancel }
        """;

    public static IReadOnlyList<Check> All { get; } =
    [
        new("a statement is ended, and its session goes on", CancelAsync),
        new("an order that comes late spares the next statement", LateCancelAsync),
        new("limits of an account are set, read back and taken back", LimitsAsync),
    ];

    private static async Task<Verdict> CancelAsync(TriedServer server, CancellationToken cancellationToken)
    {
        await using var session = await server.StartAsync(
            "SELECT 'rgp_mark20', COUNT(*) FROM numbers a, numbers b, numbers c",
            cancellationToken
        );
        var query = await server.UntilAsync("rgp_mark20", _ => true, cancellationToken);
        var observer = await server.WatchAsync(cancellationToken);
        if (await observer.CancelAsync(query, cancellationToken) is { } why)
            return Verdict.Failed(why);
        if (!await session.IsEndedAsync().WaitAsync(cancellationToken))
            return Verdict.Failed("it ran to its end");
        await session.RunAsync("SELECT 1", cancellationToken);
        return Verdict.Passed();
    }

    private static async Task<Verdict> LateCancelAsync(TriedServer server, CancellationToken cancellationToken)
    {
        await using var session = await server.StartAsync("SELECT 'rgp_mark21', SLEEP(2)", cancellationToken);
        var query = await server.UntilAsync("rgp_mark21", _ => true, cancellationToken);
        await session.Running.WaitAsync(cancellationToken);
        session.Start("SELECT 'rgp_mark22', SLEEP(5)");
        await Task.Delay(TimeSpan.FromSeconds(1), cancellationToken);
        var observer = await server.WatchAsync(cancellationToken);
        var why = await observer.CancelAsync(query, cancellationToken);
        await Task.Delay(TimeSpan.FromSeconds(1), cancellationToken);
        return Verdict.Of(why is not null && !session.Running.IsFaulted, why ?? "the next statement was ended");
    }

    private static async Task<Verdict> LimitsAsync(TriedServer server, CancellationToken cancellationToken)
    {
        var journals = Directory.CreateTempSubdirectory("rgp-conformance-").FullName;
        try
        {
            await using var configurator = await MySqlConfigurator.ConnectAsync(
                server.Admin,
                TargetProfile.Generic,
                journals,
                cancellationToken
            );
            return await RoundTripAsync(configurator, journals, cancellationToken);
        }
        finally
        {
            Directory.Delete(journals, recursive: true);
        }
    }

    private static async Task<Verdict> RoundTripAsync(
        MySqlConfigurator configurator,
        string journals,
        CancellationToken cancellationToken
    )
    {
        var policy =
            PolicyReader.Check(Policy, "conformance.rgp", configurator.Profile).Policy
            ?? throw new InvalidOperationException("the policy of this check is wrong");
        var program = PolicyProgram.Compile(policy, configurator.Profile);
        var before = await configurator.ReadAsync(cancellationToken);
        var plan = await configurator.PlanAsync(program, takesOver: false, cancellationToken);
        var journal = ChangeJournal.Open(journals, configurator.Server);
        var runner = new ChangeRunner(configurator, journal, TimeProvider.System);
        var applied = await runner.ApplyAsync(plan, cancellationToken);
        if (plan.IsEmpty || applied.Status != ChangeStatus.Done)
            return Verdict.Failed(applied.Problem ?? "the plan is empty");
        if (!(await configurator.PlanAsync(program, takesOver: false, cancellationToken)).IsEmpty)
            return Verdict.Failed("a second plan is not empty");
        var back = await configurator.PlanBackAsync(journal.Entries[0].Before, cancellationToken);
        var undone = await runner.RollBackAsync(back, 0, cancellationToken);
        var after = await configurator.ReadAsync(cancellationToken);
        return Verdict.Of(
            undone.Status == ChangeStatus.Done && after.Digest == before.Digest,
            undone.Problem ?? string.Join(' ', plan.Steps.Select(step => step.Sql))
        );
    }
}
