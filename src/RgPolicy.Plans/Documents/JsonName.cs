namespace RgPolicy.Plans.Documents;

/// <summary>Names of members that some reader asks for; everything else that plans hold is passed over.</summary>
internal enum JsonName : byte
{
    /// <summary>No name, or one that nobody asks for.</summary>
    None,

    ActualLoops, ActualRows, CTEName, ConflictResolution, ConflictingTuples, CustomPlanProvider, ExactHeapBlocks, Filter,
    FullSortGroups, FunctionName, GroupKey, GroupKeys, HashBatches, HashBuckets, HashCond, HashKeys, HeapFetches, IndexCond, IndexName,
    JoinFilter, LocalHitBlocks, LocalReadBlocks, LossyHeapBlocks, MaximumStorage, MergeCond, NodeType, OneTimeFilter, Operation,
    OrderBy, Output, ParallelAware, ParentRelationship, PartialMode, PeakMemoryUsage, PeakSortSpaceUsed, Plan, PlanRows, PlanWidth,
    Plans, PreSortedGroups, QueryIdentifier, QueryText, RelationName, RowsRemovedByFilter, RowsRemovedByIndexRecheck, Schema,
    Settings, SharedHitBlocks, SharedReadBlocks, SingleCopy, SortSpaceMemory, SortSpaceType, SortSpaceUsed, StartupCost, Strategy,
    SubplanName, TotalCost, TuplesDeleted, TuplesInserted, TuplesUpdated, Workers, WorkersLaunched, WorkersPlanned, CpuIndexTupleCost,
    CpuOperatorCost, CpuTupleCost, HashMemMultiplier, RandomPageCost, SeqPageCost, WorkMem,

    AccessType, IteratorLoops, IteratorRows, AttachedSubqueries, BlockNlJoin, BufferSize, BufferResult, Cost, CostInfo, DataReadPerJoin, Delete,
    Dependent, DuplicatesRemoval, EstimatedRows, EstimatedTotalCost, ExceptResult, ExpressionCache, Filesort, Filtered, GroupBy, GroupBySubqueries,
    GroupItems, GroupingOperation, HavingSubqueries, IndexAccessType, Inputs, Insert, InsertFrom, InsertUpdateSubqueries,
    InsertValuesSubqueries, IntersectResult, JoinAlgorithm, JoinType, Loops, Materialization, Materialized, MaterializedFromSubquery, Message,
    NestedLoop, OptimizedAwaySubqueries, OrderBySubqueries, OrderingOperation, PagesAccessed, Query, QueryBlock, QueryCost, QueryPlan,
    QuerySpecifications, RangeCheckedForEachRecord, RBufferSize, REffectiveRows, RUsedPriorityQueue, REngineStats, RFiltered, RLoops, ROutputRows, RRows, ReadCost, ReadSortedFile, RecursiveUnion, Replace, Rows,
    RowsExaminedPerScan, RowsProducedPerJoin, SelectId, SelectListSubqueries, Sorts, Subqueries, Subquery, Table, TableName, TemporaryTable,
    UnaryResult, UnionResult, Update, UpdateValueSubqueries, UsingFilesort, UsingJoinBuffer, UsingTemporaryTable, WindowFunctionsComputation,
    Windowing, Windows,
}
