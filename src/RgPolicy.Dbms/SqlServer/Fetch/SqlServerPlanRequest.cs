using RgPolicy.Dbms.SqlServer.Poll;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.SqlServer.Fetch;

/// <summary>A plan that is to be fetched.</summary>
/// <param name="Key">What the answer is kept by.</param>
/// <param name="Handle">Where it is.</param>
/// <param name="StartOffset">Where the statement begins in its batch, bytes.</param>
/// <param name="EndOffset">Where it ends, bytes; -1 is the end.</param>
/// <param name="Kind">The statement's kind, as far as it is known.</param>
internal sealed record SqlServerPlanRequest(
    RequestKey Key,
    byte[] Handle,
    int StartOffset,
    int EndOffset,
    StatementKind Kind
);
