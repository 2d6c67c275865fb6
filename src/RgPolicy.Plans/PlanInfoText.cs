using System.Text;
using RgPolicy.Plans.Reporting;

namespace RgPolicy.Plans;

/// <summary>What plans tell, as plain text for people: no colours, no trailing blanks, lines end with LF.</summary>
public static class PlanInfoText
{
    /// <summary>One file in detail; several files as a table, one line for each statement, then what
    /// was wrong.</summary>
    /// <param name="files">Paths as the caller names them, with what was read.</param>
    /// <param name="options">The LLC that the plans were judged against.</param>
    public static string Write(IReadOnlyList<(string Path, PlanDocument Document)> files, PlanReaderOptions options)
    {
        var text = new StringBuilder();
        if (files.Count == 1)
            DocumentText.Write(text, files[0].Path, files[0].Document, options);
        else
            SummaryTable.Write(text, files);
        return text.ToString();
    }
}
