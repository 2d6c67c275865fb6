using System.Text.RegularExpressions;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Governor;

/// <summary>
/// Options of SQL Server 2025, and others which no release of Microsoft's parser that is to be had knows: they are
/// blanked out of a batch, so that everything else stays where it is, and kept by where their statement begins.
/// </summary>
internal sealed partial class NewestOptions
{
    private readonly List<NewestOption> _all = [];

    /// <summary>MAX_OUTSTANDING_IO_PER_VOLUME where a batch is the statement that sets it; null for another.</summary>
    public static int? MaxOutstandingIo(string batch) =>
        Outstanding().Match(batch) is { Success: true } found
            ? int.Parse(found.Groups["value"].Value, CultureInfo.InvariantCulture)
            : null;

    private NewestOptions() { }

    /// <summary>A batch that can be parsed, and the options that were in it.</summary>
    /// <param name="batch">As it was sent.</param>
    /// <param name="areKnown">The server is new enough for them.</param>
    /// <exception cref="SqlFailure">It has them and is too old.</exception>
    public static (string Batch, NewestOptions Options) Read(string batch, bool areKnown)
    {
        var options = new NewestOptions();
        var text = Statement().Replace(batch, found => options.Blanked(found, areKnown));
        return (text, options);
    }

    /// <summary>A group with the options of a statement.</summary>
    /// <param name="statement">Where it begins in the batch.</param>
    /// <param name="group">The group.</param>
    public GroupRow Apply(int statement, GroupRow group) =>
        _all.Where(each => each.Statement == statement).Aggregate(group, (row, each) => each.Apply(row));

    private string Blanked(Match statement, bool areKnown)
    {
        var list = statement.Groups["list"];
        var kept = new List<string>();
        foreach (var option in list.Value.Split(','))
        {
            if (Option().Match(option) is not { Success: true } found)
                kept.Add(option);
            else if (areKnown)
                _all.Add(
                    new NewestOption(statement.Index, found.Groups["name"].Value, Value(found.Groups["value"].Value))
                );
            else
                throw new SqlFailure(102, $"Incorrect syntax near '{found.Groups["name"].Value}'.");
        }

        var head = statement.Value[..(list.Index - statement.Index)];
        return kept.Count > 0
            ? head + string.Join(',', kept).PadRight(list.Length) + ")"
            : head[..head.LastIndexOf("WITH", StringComparison.Ordinal)].PadRight(statement.Length);
    }

    private static double? Value(string text) =>
        text == "NULL" ? null : double.Parse(text, CultureInfo.InvariantCulture);

    [GeneratedRegex(
        @"\b(?:CREATE|ALTER) WORKLOAD GROUP \[(?:[^\]]|\]\])*\] WITH \((?<list>[^()]*)\)",
        RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 5000
    )]
    private static partial Regex Statement();

    [GeneratedRegex(
        @"^\s*ALTER RESOURCE GOVERNOR WITH \(MAX_OUTSTANDING_IO_PER_VOLUME = (?<value>[0-9]+)\);?\s*$",
        RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 5000
    )]
    private static partial Regex Outstanding();

    [GeneratedRegex(
        @"^\s*(?<name>GROUP_MAX_TEMPDB_DATA_MB|GROUP_MAX_TEMPDB_DATA_PERCENT) = (?<value>NULL|[0-9.]+)\s*$",
        RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 5000
    )]
    private static partial Regex Option();
}
