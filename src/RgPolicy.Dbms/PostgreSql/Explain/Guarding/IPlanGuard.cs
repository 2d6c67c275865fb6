using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>Begins a transaction and decides in it whether, and as which text, a statement may be planned
/// there.</summary>
internal interface IPlanGuard
{
    /// <summary>Decides; what the verdict depends on is locked until the transaction ends.</summary>
    Task<GuardVerdict> AdmitAsync(
        ExplainSession session,
        StatementText statement,
        PostgresPlanRequest request,
        CancellationToken cancellationToken
    );
}
