using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.Tests.PostgreSql.Told;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Forms;

/// <summary>A server with the tables that the forms are about, and an observer that looks ten times a second.</summary>
internal sealed class FormServer(int version, PostgresCluster cluster, PostgresObserver observer) : IAsyncDisposable
{
    private int _sent;

    /// <summary>Prepares the tables and connects.</summary>
    public static async Task<FormServer> OpenAsync(int version, PostgresCluster cluster)
    {
        await cluster.ExecuteAsync($"DROP DATABASE IF EXISTS {StatementFormTests.Database} (FORCE)");
        await cluster.ExecuteAsync(
            $"CREATE DATABASE {StatementFormTests.Database} OWNER {PostgresVersionsFixture.Application}"
        );
        foreach (var text in FormTables.Sql)
            await cluster.ExecuteAsync(text, StatementFormTests.Database);
        var observer = await PostgresObserver.ConnectAsync(
            PostgresVersionsFixture.Observer(cluster) with
            {
                TrustedRoles = [PostgresVersionsFixture.Application],
            },
            TimeProvider.System,
            new PostgresObserverOptions { PollInterval = StatementWatch.Interval },
            CancellationToken.None
        );
        await observer.WarmUpAsync(CancellationToken.None);
        return new FormServer(version, cluster, observer);
    }

    /// <summary>Sends a form and looks what is told of it.</summary>
    public async Task<FormAnswer> AskAsync(StatementForm form, FormProtocol protocol)
    {
        var name = FormattableString.Invariant($"form {++_sent}");
        foreach (var text in FormTables.Again)
            await cluster.ExecuteAsync(text, StatementFormTests.Database);
        await using var session = await FormSession.StartAsync(cluster, form, protocol, name);
        var told = await new StatementWatch(observer).AskAsync(
            name,
            query => IsIt(form, query),
            form.Shapes,
            () => session.Problem
        );
        return new FormAnswer(version, form, protocol, told.Shape, told.Reason, told.After);
    }

    public ValueTask DisposeAsync() => observer.DisposeAsync();

    private static bool IsIt(StatementForm form, ObservedQuery query) =>
        query.Statement?.Text is { } text
        && !form.Setup.Contains(text, StringComparer.Ordinal)
        && !text.StartsWith("SET application_name", StringComparison.Ordinal);
}
