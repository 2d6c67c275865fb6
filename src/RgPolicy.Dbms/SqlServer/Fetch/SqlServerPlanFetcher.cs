using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.Fetching;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Poll;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.SqlServer.Fetch;

/// <summary>Fetches plans beside the poll on a connection of its own.</summary>
internal sealed class SqlServerPlanFetcher : IPlanSource<SqlServerPlanRequest>, IAsyncDisposable
{
    private static readonly TimeSpan PauseWhenLost = TimeSpan.FromSeconds(2);

    // Longer than any pause between two polls, each of which asks for what runs.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    private readonly OwnLink _link;
    private readonly PlanReading _reading;
    private readonly SqlServerObserverOptions _options;
    private readonly TimeProvider _time;
    private readonly PlanQueue<RequestKey, SqlServerPlanRequest> _queue;

    /// <summary>Starts the fetcher.</summary>
    public SqlServerPlanFetcher(
        PlanCache<RequestKey> cache,
        OwnLink link,
        SqlServerObserverOptions options,
        TimeProvider time
    )
    {
        (_link, _options, _time) = (link, options, time);
        _reading = new PlanReading(options);
        var budget = new FetchBudget(options.PlansPerSecond, options.PlanBurst, time);
        _queue = new PlanQueue<RequestKey, SqlServerPlanRequest>(
            cache,
            request => request.Key,
            this,
            budget,
            options.PlanLifetime,
            time
        )
        {
            Patience = static _ => Patience,
        };
    }

    /// <summary>Asks for a plan unless it is already on its way; callers that wait for one ask again with every
    /// poll.</summary>
    /// <returns>False when the queue is full: ask again later.</returns>
    public bool Ask(SqlServerPlanRequest request) => _queue.Ask(request);

    /// <summary>Reads a plan of no server, so that code has run that the first plan that counts would
    /// wait for.</summary>
    public void WarmUp() => PlanReader.Read(WarmUpPlan.Document, _options.PlanReader);

    /// <inheritdoc />
    public async Task<PlanAnswer> FetchAsync(SqlServerPlanRequest request, CancellationToken cancellationToken)
    {
        try
        {
            return await _reading.ReadAsync(await _link.OpenAsync(cancellationToken), request, cancellationToken);
        }
        catch (Exception e) when (!cancellationToken.IsCancellationRequested)
        {
            // Whatever went wrong, also in the driver, the connection is not used again and the next plan is fetched.
            await _link.CloseAsync();
            if (e is not ConfigureException { IsLost: false })
                await Task.Delay(PauseWhenLost, _time, cancellationToken);
            return PlanAnswer.Passing(
                $"the plan could not be fetched: {SqlServerError.Reason(e)}",
                _options.PlanLifetime,
                0
            );
        }
    }

    /// <inheritdoc />
    public Task RestAsync() => _link.CloseAsync();

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await _queue.DisposeAsync();
        await _link.DisposeAsync();
    }
}

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

/// <summary>A plan of no server, with most of what plans are made of.</summary>
internal static class WarmUpPlan
{
    /// <summary>As a server prints it.</summary>
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
