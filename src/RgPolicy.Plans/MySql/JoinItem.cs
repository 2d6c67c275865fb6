using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.MySql;

/// <summary>One element of a join order: a table, or an operation whose rows take a table's place.</summary>
/// <param name="Name">Its name in the document.</param>
/// <param name="Value">What it holds.</param>
/// <param name="Buffer">MariaDB's block-nl-join around it.</param>
internal sealed record JoinItem(JsonName Name, JsonValue Value, JsonValue? Buffer)
{
    /// <summary>How it is joined with the tables before it.</summary>
    public OperatorKind JoinKind { get; } = IsHash(Value, Buffer) ? OperatorKind.HashJoin : OperatorKind.NestedLoops;

    public string JoinName => JoinKind == OperatorKind.HashJoin ? "Hash join" : IsBuffered ? "Block nested loop" : "Nested loop";

    /// <summary>True when rows of the tables before are collected and this table is read once for each collection.</summary>
    public bool IsBuffered { get; } = Buffer is not null || Value.Has(JsonName.UsingJoinBuffer);

    /// <summary>Bytes of the buffer that MariaDB prints; null where none is printed.</summary>
    public double? BufferBytes { get; } = Buffer?.TextOf(JsonName.BufferSize) is { } size ? SizeText.Bytes(size) : null;

    /// <summary>How often it runs: for each row before it, or for each full buffer of them.</summary>
    public double Executions(Flow prefix)
    {
        var rows = prefix.Rows.IsKnown ? prefix.Rows.Value : 1;
        if (!IsBuffered)
            return rows;
        return JoinKind == OperatorKind.HashJoin ? 1 : Math.Max(1, Math.Ceiling(prefix.Bytes / (BufferBytes ?? Defaults.JoinBuffer)));
    }

    private static bool IsHash(JsonValue table, JsonValue? buffer)
    {
        if (buffer?.TextOf(JsonName.JoinType) is { } type)
            return type.EndsWith('H');
        return table.TextOf(JsonName.UsingJoinBuffer) is { } text && text.Contains("hash", StringComparison.OrdinalIgnoreCase);
    }
}
