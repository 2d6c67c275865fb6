using RgPolicy.Plans.PostgreSql;

namespace RgPolicy.Plans;

/// <summary>The columns that look-ups of a PostgreSQL plan go by: those whose statistics tell how many pages they
/// visit.</summary>
public static class LookupNames
{
    private const string Condition = "\"Index Cond\": \"";
    private const int MostNames = 50;

    /// <summary>Names of columns on both sides, without those of tables; empty where no look-up takes its keys from
    /// another relation.</summary>
    /// <param name="plan">The plan as the server prints it.</param>
    public static IReadOnlyCollection<string> Of(string plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        var names = new HashSet<string>(StringComparer.Ordinal);
        for (
            var at = plan.IndexOf(Condition, StringComparison.Ordinal);
            at >= 0 && names.Count < MostNames;
            at = plan.IndexOf(Condition, at + 1, StringComparison.Ordinal)
        )
        {
            var end = plan.IndexOf('\n', at);
            var line = plan[(at + Condition.Length)..(end < 0 ? plan.Length : end)];
            if (LookupColumns.Of(line.Replace("\\\"", "\"", StringComparison.Ordinal)) is { } columns)
                names.UnionWith([columns.Column, columns.Source]);
        }

        return names;
    }
}
