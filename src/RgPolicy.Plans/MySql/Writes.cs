using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.MySql;

/// <summary>Tables that a statement changes.</summary>
internal static class Writes
{
    public static StatementKind? KindOf(JsonValue table)
    {
        if (IsMarked(table, JsonName.Insert) || IsMarked(table, JsonName.Replace) || IsNamedOnly(table))
            return StatementKind.Insert;
        if (IsMarked(table, JsonName.Update))
            return StatementKind.Update;
        return IsMarked(table, JsonName.Delete) ? StatementKind.Delete : null;
    }

    /// <summary>Changes what its input finds.</summary>
    public static void Finish(PlanNode write, MySqlFlow input)
    {
        write.Rows = input.Rows;
        write.RowsWritten = input.Rows;
        write.Executions = new(1, input.Rows.Provenance);
    }

    /// <summary>MariaDB prints nothing but the name of a table that VALUES go into.</summary>
    private static bool IsNamedOnly(JsonValue table) =>
        table.Has(JsonName.TableName)
        && !table.Has(JsonName.AccessType)
        && !table.Has(JsonName.Rows)
        && !table.Has(JsonName.Message)
        && !table.Has(JsonName.RLoops)
        && !table.Has(JsonName.RowsExaminedPerScan);

    private static bool IsMarked(JsonValue table, JsonName name) =>
        table.Member(name) is { } mark && (mark.Kind == JsonKind.True || mark.Number is > 0);
}
