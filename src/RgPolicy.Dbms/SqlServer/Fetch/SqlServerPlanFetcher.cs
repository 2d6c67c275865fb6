using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Poll;

namespace RgPolicy.Dbms.SqlServer.Fetch;

internal sealed class SqlServerPlanFetcher(
    PlanCache<RequestKey> cache,
    OwnLink link,
    SqlServerObserverOptions options,
    TimeProvider time
) : RunningPlanFetcher<RequestKey, SqlServerPlanRequest>(cache, request => request.Key, options, time)
{
    private readonly PlanReading _reading = new(options);

    /// <summary>Reads a plan of no server, so that code has run that the first plan that counts would
    /// wait for.</summary>
    public void WarmUp() => PlanReader.Read(WarmUpPlan.Document, Options.PlanReader);

    public override Task RestAsync() => link.CloseAsync();

    protected override async Task<PlanAnswer> ReadAsync(
        SqlServerPlanRequest request,
        CancellationToken cancellationToken
    ) => await _reading.ReadAsync(await link.OpenAsync(cancellationToken), request, cancellationToken);

    protected override bool IsLost(Exception failure) => failure is not ConfigureException { IsLost: false };

    protected override string Reason(Exception failure) => SqlServerError.Reason(failure);
}

internal sealed record SqlServerPlanRequest(
    RequestKey Key,
    byte[] Handle,
    int StartOffset,
    int EndOffset,
    StatementKind Kind
);

internal static class WarmUpPlan
{
    public const string Document = """
        <ShowPlanXML xmlns="http://schemas.microsoft.com/sqlserver/2004/07/showplan" Version="1.564" Build="16.0.4165.4"><BatchSequence><Batch><Statements>
        <StmtSimple StatementText="SELECT 1" StatementId="1" StatementCompId="1" StatementType="SELECT" StatementSubTreeCost="9" StatementEstRows="10" QueryHash="0x01" QueryPlanHash="0x02">
        <QueryPlan DegreeOfParallelism="2" MemoryGrant="1024" CachedPlanSize="40"><MemoryGrantInfo SerialRequiredMemory="512" SerialDesiredMemory="1024" GrantedMemory="1024" MaxUsedMemory="512" />
        <RelOp NodeId="0" PhysicalOp="Parallelism" LogicalOp="Gather Streams" EstimateRows="10" EstimateIO="0" EstimateCPU="0.1" AvgRowSize="20" EstimatedTotalSubtreeCost="9" Parallel="1" EstimateRebinds="0" EstimateRewinds="0"><OutputList /><Parallelism>
        <RelOp NodeId="1" PhysicalOp="Sort" LogicalOp="Sort" EstimateRows="10" EstimateIO="0.01" EstimateCPU="0.1" AvgRowSize="20" EstimatedTotalSubtreeCost="8" Parallel="1" EstimateRebinds="0" EstimateRewinds="0"><OutputList /><MemoryFractions Input="0.5" Output="0.5" /><Sort Distinct="0"><OrderBy><OrderByColumn Ascending="1"><ColumnReference Column="Expr1" /></OrderByColumn></OrderBy>
        <RelOp NodeId="2" PhysicalOp="Hash Match" LogicalOp="Aggregate" EstimateRows="10" EstimateIO="0" EstimateCPU="1" AvgRowSize="20" EstimatedTotalSubtreeCost="7" Parallel="1" EstimateRebinds="0" EstimateRewinds="0"><OutputList /><MemoryFractions Input="0.5" Output="0.5" /><Hash><DefinedValues />
        <RelOp NodeId="3" PhysicalOp="Hash Match" LogicalOp="Inner Join" EstimateRows="9000" EstimateIO="0" EstimateCPU="1" AvgRowSize="40" EstimatedTotalSubtreeCost="6" Parallel="1" EstimateRebinds="0" EstimateRewinds="0"><OutputList><ColumnReference Table="[A]" Column="a" /></OutputList><MemoryFractions Input="1" Output="1" /><Hash><DefinedValues /><HashKeysBuild><ColumnReference Table="[A]" Column="a" /></HashKeysBuild><HashKeysProbe><ColumnReference Table="[B]" Column="a" /></HashKeysProbe>
        <RelOp NodeId="4" PhysicalOp="Clustered Index Scan" LogicalOp="Clustered Index Scan" EstimateRows="9000" EstimatedRowsRead="9000" EstimateIO="0.7" EstimateCPU="0.1" AvgRowSize="40" EstimatedTotalSubtreeCost="1" TableCardinality="9000" Parallel="1" EstimateRebinds="0" EstimateRewinds="0"><OutputList /><IndexScan Ordered="0" Storage="RowStore"><DefinedValues /><Object Database="[D]" Schema="[dbo]" Table="[A]" Index="[PK]" IndexKind="Clustered" Storage="RowStore" /><Predicate><ScalarOperator ScalarString="a&gt;1" /></Predicate></IndexScan></RelOp>
        <RelOp NodeId="5" PhysicalOp="Nested Loops" LogicalOp="Inner Join" EstimateRows="10" EstimateIO="0" EstimateCPU="0.1" AvgRowSize="40" EstimatedTotalSubtreeCost="2" Parallel="1" EstimateRebinds="0" EstimateRewinds="0"><OutputList /><NestedLoops Optimized="0"><OuterReferences><ColumnReference Table="[B]" Column="a" /></OuterReferences>
        <RelOp NodeId="6" PhysicalOp="Index Seek" LogicalOp="Index Seek" EstimateRows="10" EstimatedRowsRead="10" EstimateIO="0.003" EstimateCPU="0.001" AvgRowSize="40" EstimatedTotalSubtreeCost="0.004" TableCardinality="9000" Parallel="1" EstimateRebinds="0" EstimateRewinds="0"><OutputList /><IndexScan Ordered="1" Lookup="0" Storage="RowStore"><DefinedValues /><Object Database="[D]" Schema="[dbo]" Table="[B]" Index="[IX]" IndexKind="NonClustered" Storage="RowStore" /><SeekPredicates /></IndexScan></RelOp>
        <RelOp NodeId="7" PhysicalOp="Clustered Index Seek" LogicalOp="Clustered Index Seek" EstimateRows="1" EstimateIO="0.003" EstimateCPU="0.001" AvgRowSize="40" EstimatedTotalSubtreeCost="0.004" TableCardinality="9000" Parallel="1" EstimateRebinds="9" EstimateRewinds="0"><OutputList /><IndexScan Ordered="1" Lookup="1" Storage="RowStore"><DefinedValues /><Object Database="[D]" Schema="[dbo]" Table="[B]" Index="[PK]" IndexKind="Clustered" Storage="RowStore" /></IndexScan></RelOp>
        </NestedLoops></RelOp></Hash></RelOp></Hash></RelOp></Sort></RelOp></Parallelism></RelOp><ParameterList><ColumnReference Column="@p" ParameterCompiledValue="(1)" /></ParameterList></QueryPlan></StmtSimple></Statements></Batch></BatchSequence></ShowPlanXML>
        """;
}
