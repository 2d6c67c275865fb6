using Npgsql;
using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Dbms.PostgreSql.Explain.Guarding;
using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>Lets everything through, so that it is seen what the guard is there for.</summary>
internal sealed class CarelessGuard(string searchPath = "public", bool mayLockAll = true) : IPlanGuard
{
    public async Task<GuardVerdict> AdmitAsync(
        ExplainSession session,
        StatementText statement,
        PostgresPlanRequest request,
        CancellationToken cancellationToken
    )
    {
        await session.BeginAsync(cancellationToken);
        await using var all = new NpgsqlCommand("SELECT array_agg(oid) FROM pg_class WHERE $1", session.Connection)
        {
            Parameters = { new NpgsqlParameter<bool> { TypedValue = mayLockAll } },
        };
        return new GuardVerdict(null, statement.Text, searchPath, HasViews: true)
        {
            Relations = await all.ExecuteScalarAsync(cancellationToken) as uint[] ?? [],
        };
    }
}
