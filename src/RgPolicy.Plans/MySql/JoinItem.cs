using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.MySql;

/// <summary>One element of a join order: a table, or an operation whose rows take a table's place.</summary>
/// <param name="Name">Its name in the document.</param>
/// <param name="Value">What it holds.</param>
/// <param name="Buffer">MariaDB's block-nl-join around it.</param>
/// <param name="JoinKind">How it is joined with the tables before it.</param>
/// <param name="IsBuffered">True when rows of the tables before are collected and this table is read
/// once for each collection.</param>
/// <param name="BufferBytes">Bytes of the buffer that MariaDB prints; null where none is printed.</param>
internal readonly record struct JoinItem(
    JsonName Name,
    JsonValue Value,
    JsonValue? Buffer,
    OperatorKind JoinKind,
    bool IsBuffered,
    double? BufferBytes
)
{
    public string JoinName =>
        JoinKind == OperatorKind.HashJoin ? "Hash join"
        : IsBuffered ? "Block nested loop"
        : "Nested loop";

    public static JoinItem Of(JsonName name, JsonValue value, JsonValue? buffer) =>
        new(
            name,
            value,
            buffer,
            IsHash(value, buffer) ? OperatorKind.HashJoin : OperatorKind.NestedLoops,
            buffer is not null || value.Has(JsonName.UsingJoinBuffer),
            buffer?.SizeOf(JsonName.BufferSize)
        );

    /// <summary>How often it runs: for each row before it, which MariaDB prints for one execution of its block, or for
    /// each full buffer of them.</summary>
    public double Executions(MySqlFlow prefix, double blockExecutions)
    {
        var rows = prefix.Rows.IsKnown ? prefix.Rows.Value : 1;
        if (!IsBuffered)
            return Value.NumberOf(JsonName.Loops) is double loops ? loops * blockExecutions : rows;
        return JoinKind == OperatorKind.HashJoin
            ? 1
            : Math.Max(1, Math.Ceiling(prefix.Bytes / (BufferBytes ?? Defaults.JoinBuffer)));
    }

    private static bool IsHash(JsonValue table, JsonValue? buffer)
    {
        if (buffer?.TextOf(JsonName.JoinType) is { } type)
            return type.EndsWith('H');
        return table.TextOf(JsonName.UsingJoinBuffer) is { } text
            && text.Contains("hash", StringComparison.OrdinalIgnoreCase);
    }
}
