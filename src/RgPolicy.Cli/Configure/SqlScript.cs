using System.Text;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Cli.Configure;

/// <summary>A plan as a script that the DBMS's own tools run.</summary>
internal static class SqlScript
{
    /// <summary>Writes it.</summary>
    public static string Of(ChangePlan plan)
    {
        var isSqlServer = plan.Server.Kind == "sqlserver";
        var text = new StringBuilder();
        text.Append("-- RgPolicy: ").Append(PlanText.Summary(plan)).Append(" on ").Append(OneLine(plan.Server.Name)).Append('\n');
        text.Append("-- Policy revision ").Append(plan.Revision ?? "none").Append(". It fits only the configuration that it was made for.\n");
        text.Append(isSqlServer ? "-- Run it with sqlcmd -b, so that it ends at the first error.\nUSE [master];\nGO\n" : "\\set ON_ERROR_STOP on\n\\encoding UTF8\n");
        foreach (var step in plan.Steps)
        {
            text.Append(step.Sql).Append('\n').Append(isSqlServer ? "GO\n" : "");
        }

        return text.ToString();
    }

    private static string OneLine(string text) => text.ReplaceLineEndings(" ");
}
