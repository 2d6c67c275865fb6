using System.Diagnostics;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Forms;

/// <summary>A server with the tables that the forms are about, and an observer that looks ten times a second.</summary>
internal sealed class FormServer(int version, PostgresCluster cluster, PostgresObserver observer) : IAsyncDisposable
{
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan Start = TimeSpan.FromSeconds(20);

    private int _sent;

    /// <summary>Prepares the tables and connects.</summary>
    public static async Task<FormServer> OpenAsync(int version, PostgresCluster cluster)
    {
        await cluster.ExecuteAsync($"DROP DATABASE IF EXISTS {StatementFormTests.Database} (FORCE)");
        await cluster.ExecuteAsync($"CREATE DATABASE {StatementFormTests.Database} OWNER {PostgresVersionsFixture.Application}");
        foreach (var text in FormTables.Sql) await cluster.ExecuteAsync(text, StatementFormTests.Database);
        var observer = await PostgresObserver.ConnectAsync(
            PostgresVersionsFixture.Observer(cluster) with { TrustedRoles = [PostgresVersionsFixture.Application] }, TimeProvider.System, new PostgresObserverOptions { PollInterval = Poll }, CancellationToken.None);
        await observer.RehearseAsync(CancellationToken.None);
        return new FormServer(version, cluster, observer);
    }

    /// <summary>Sends a form and looks what is told of it.</summary>
    public async Task<FormAnswer> AskAsync(StatementForm form, FormProtocol protocol)
    {
        var name = FormattableString.Invariant($"form {++_sent}");
        foreach (var text in FormTables.Again) await cluster.ExecuteAsync(text, StatementFormTests.Database);
        await using var session = await FormSession.StartAsync(cluster, form, protocol, name);
        var (began, seen) = (Stopwatch.StartNew(), new Stopwatch());
        var answer = new FormAnswer(version, form, protocol, "", "it was never seen", Patience);
        while ((seen.IsRunning ? seen.Elapsed < Patience : began.Elapsed < Start) && session.Problem is null)
        {
            var observation = await observer.PollAsync(findBlocking: false, CancellationToken.None);
            if (observation.Queries.FirstOrDefault(query => query.Session.App == name && IsIt(form, query)) is { } query)
            {
                seen.Start();
                answer = Answer(answer, query, seen.Elapsed);
                if (IsSettled(answer)) return answer;
            }

            await Task.Delay(Poll);
        }

        return session.Problem is { } problem ? answer with { Reason = problem } : answer;
    }

    public ValueTask DisposeAsync() => observer.DisposeAsync();

    // A plan that may come later is waited for; a write is told by its age.
    private static bool IsSettled(FormAnswer answer) => answer.Shape.Length > 0
        && (answer.IsRight ? answer.Shape != "none" || answer.After > TimeSpan.FromSeconds(1) : answer.Shape != "none" && !answer.Reason.StartsWith("inferred", StringComparison.Ordinal));

    private static bool IsIt(StatementForm form, ObservedQuery query) =>
        query.Statement?.Text is { } text && !form.Setup.Contains(text, StringComparer.Ordinal) && !text.StartsWith("SET application_name", StringComparison.Ordinal);

    private static FormAnswer Answer(FormAnswer before, ObservedQuery query, TimeSpan after) => query.Plan switch
    {
        { State: PlanState.Pending } => before with { Reason = "it is pending" },
        { Profile: { Shape: not PlanShape.Unknown } profile } plan when !(before.Shape.Length > 0 && before.IsRight) =>
            before with { Shape = ShapeName(profile.Shape), Reason = plan.Source ?? "", After = after },
        { Profile: { } profile } => before with { Shape = "none", Reason = profile.Reason ?? "", After = after },
        var plan => before with { Shape = "none", Reason = plan.Source ?? "", After = after },
    };

    private static string ShapeName(PlanShape shape) => shape == PlanShape.BulkLoad ? "bulk_load" : shape.ToString().ToLowerInvariant();
}
