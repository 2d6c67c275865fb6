using System.Globalization;
using System.Text;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Cli.Characterise;

/// <summary>A workload as <c>--workload</c> reads it again: what a recording gave can be looked at and
/// changed.</summary>
internal static class WorkloadSql
{
    /// <summary>The text of the file.</summary>
    public static string Of(TrialWorkload workload)
    {
        var text = new StringBuilder();
        foreach (var statement in workload.Statements)
        {
            text.Append(CultureInfo.InvariantCulture, $"-- name: {statement.Name}\n-- weight: {statement.Weight}\n");
            text.Append(statement.Text).Append("\n;\n\n");
        }

        return text.ToString();
    }
}
