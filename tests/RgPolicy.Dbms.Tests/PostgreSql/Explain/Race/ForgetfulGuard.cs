using Npgsql;
using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Dbms.PostgreSql.Explain.Guarding;
using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Race;

/// <summary>Asks the guard, and then lets go of its locks, waits a moment and plans the text as it was written: what
/// the guard would be worth without locks and names of its own.</summary>
internal sealed class ForgetfulGuard(IPlanGuard guard) : IPlanGuard
{
    public async Task<GuardVerdict> AdmitAsync(
        ExplainSession session,
        StatementText statement,
        PostgresPlanRequest request,
        CancellationToken cancellationToken
    )
    {
        var verdict = await guard.AdmitAsync(session, statement, request, cancellationToken);
        if (verdict.Answer is not null)
            return verdict;
        await using var batch = new NpgsqlBatch(session.Connection)
        {
            BatchCommands =
            {
                new("ROLLBACK"),
                new("SELECT pg_sleep(0.01)"),
                new("BEGIN TRANSACTION ISOLATION LEVEL READ COMMITTED READ ONLY"),
                new("SET LOCAL statement_timeout = 1000"),
                new("SET LOCAL lock_timeout = 50"),
            },
        };
        await batch.ExecuteNonQueryAsync(cancellationToken);
        return new GuardVerdict(null, statement.Text, "arena, shared, solid, pg_catalog", HasViews: true);
    }
}
