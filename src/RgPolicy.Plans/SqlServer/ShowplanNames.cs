using System.Runtime.InteropServices;
using System.Xml;
using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.SqlServer;

/// <summary>
/// Names that documents hold, each once. The platform's table hashes every letter with a secret key; the names of plans
/// differ in their ends and their length, which is quicker to tell. Names that crowd at one place go to the platform's
/// table, so that no document can make this one slow.
/// </summary>
internal sealed class ShowplanNames : XmlNameTable
{
    private const int PlaceBits = 12;

    /// <summary>Places where a name can be.</summary>
    private const int MostSteps = 8;

    /// <summary>What the readers ask for: made once, it is told from others by reference.</summary>
    private static readonly string[] Asked =
    [
        "ActualExecutions",
        "ActualJoinType",
        "ActualLobLogicalReads",
        "ActualLocallyAggregatedRows",
        "ActualLogicalReads",
        "ActualRows",
        "ActualRowsRead",
        "AvgRowSize",
        "ColumnReference",
        "DegreeOfParallelism",
        "EstimateCPU",
        "EstimateIO",
        "EstimateRebinds",
        "EstimateRewinds",
        "EstimateRows",
        "EstimatedAvailableDegreeOfParallelism",
        "EstimatedAvailableMemoryGrant",
        "EstimatedExecutionMode",
        "EstimatedJoinType",
        "EstimatedRowsRead",
        "EstimatedTotalSubtreeCost",
        "GrantedMemory",
        "GroupBy",
        "HashKeysBuild",
        "Index",
        "IndexKind",
        "InternalInfo",
        "LogicalOp",
        "Lookup",
        "MaxUsedMemory",
        "MemoryFractions",
        "MemoryGrant",
        "MemoryGrantInfo",
        "Object",
        "OptimizerHardwareDependentProperties",
        "Ordered",
        "OutputList",
        "Parallel",
        "PartitioningType",
        "PhysicalOp",
        "Predicate",
        "PrimaryNodeId",
        "QueryHash",
        "QueryPlan",
        "QueryPlanHash",
        "RelOp",
        "Rows",
        "RunTimeCountersPerThread",
        "RunTimeInformation",
        "RunTimePartitionSummary",
        "Schema",
        "SeekPredicates",
        "SegmentReads",
        "SegmentSkips",
        "SerialDesiredMemory",
        "ShowPlanXML",
        "StatementId",
        "StatementSubTreeCost",
        "StatementText",
        "StatementType",
        "Storage",
        "Table",
        "TableCardinality",
        "UsedMemoryGrant",
        "Warnings",
    ];

    private readonly string?[] _places = new string?[1 << PlaceBits];
    private readonly NameTable _crowded = new();

    public ShowplanNames()
    {
        foreach (var name in Asked)
            Add(name);
    }

    public override string Add(char[] array, int offset, int length) =>
        Find(array.AsSpan(offset, length), null, isAdded: true) ?? "";

    public override string Add(string array) => Find(array, array, isAdded: true) ?? "";

    public override string? Get(char[] array, int offset, int length) =>
        Find(array.AsSpan(offset, length), null, isAdded: false);

    public override string? Get(string array) => Find(array, array, isAdded: false);

    private string? Find(ReadOnlySpan<char> name, string? made, bool isAdded)
    {
        if (name.IsEmpty)
            return "";
        var place = (int)(TextEnds.Of(MemoryMarshal.AsBytes(name)).Hash >> (64 - PlaceBits));
        for (var step = 0; step < MostSteps; step++)
        {
            ref var found = ref _places[(place + step) & (_places.Length - 1)];
            if (found is null)
                return isAdded ? found = made ?? name.ToString() : null;
            if (name.SequenceEqual(found))
                return found;
        }

        var text = made ?? name.ToString();
        return isAdded ? _crowded.Add(text) : _crowded.Get(text);
    }
}
