using Spectre.Console;
using static RgPolicy.Cli.Status.MemberText;

namespace RgPolicy.Cli.Watching;

/// <summary>Queries as a table that fits the terminal: the columns that there is room for, each as wide
/// as it may be.</summary>
internal sealed class WatchTable(int width)
{
    private const string Mark = ">";
    private const int Gap = 1;

    // In order of importance; what there is no room for is left out.
    private static readonly Column[] All =
    [
        new("pid", 7, query => Text(query.ProcessId), WatchOrder.Pid, IsFigure: true),
        new("running", 9, query => Seconds(query.ElapsedSeconds), WatchOrder.Running, IsFigure: true),
        new("class", 18, query => Text(query.Class) + (query.Provisional == true ? " ?" : ""), WatchOrder.Class),
        new("pool", 13, query => Text(query.Pool), WatchOrder.Pool),
        new("login", 12, query => Text(query.Login), WatchOrder.Login),
        new("database", 12, query => Text(query.Database), WatchOrder.Database),
        new("application", 20, query => Text(query.Application), null),
        new("note", 30, query => Text(query.Note), null),
        new("text", 60, query => Text(query.Statement), null),
    ];

    /// <summary>The table.</summary>
    /// <param name="rows">The queries that there is room for.</param>
    /// <param name="selected">The place of the selected one among them.</param>
    /// <param name="state">Says which column is sorted by.</param>
    public Table Of(IEnumerable<QueryStatus> rows, int selected, WatchState state)
    {
        var columns = Fitting();
        var table = new Table { Border = TableBorder.None };
        table.AddColumn(new TableColumn("") { Width = 1, Padding = new Padding(0, 0) });
        foreach (var column in columns)
        {
            var sign =
                column.Order != state.Order ? ""
                : state.IsReversed ? " ^"
                : " v";
            var header = new TableColumn(Cell(column.Name + sign, column, new Style(decoration: Decoration.Bold)))
            {
                Width = column.Width + Gap,
                Padding = new Padding(0, 0),
                NoWrap = true,
            };
            table.AddColumn(column.IsFigure ? header.RightAligned() : header);
        }

        var index = 0;
        foreach (var query in rows)
        {
            var isSelected = index++ == selected;
            var style = isSelected ? new Style(decoration: Decoration.Invert) : Style.Plain;
            table.AddRow([
                new Text(isSelected ? Mark : "", style),
                .. columns.Select(column => Cell(column.Text(query), column, style)),
            ]);
        }

        return table;
    }

    // A table without a border has no gaps of its own.
    private static Text Cell(string text, Column column, Style style) =>
        new(new string(' ', Gap) + Fitted.Of(text, column.Width), style);

    private List<Column> Fitting()
    {
        List<Column> columns = [];
        var left = width - Mark.Length;
        foreach (var column in All.TakeWhile(column => column.Width + Gap <= left))
        {
            columns.Add(column);
            left -= column.Width + Gap;
        }

        return columns;
    }

    private sealed record Column(
        string Name,
        int Width,
        Func<QueryStatus, string> Text,
        WatchOrder? Order,
        bool IsFigure = false
    );
}

/// <summary>The queries of the live view: those that the filter lets through, in their order.</summary>
internal static class WatchRows
{
    public static IReadOnlyList<QueryStatus> Of(StatusDocument status, WatchState state)
    {
        var shown = status.Queries.OrEmpty().Where(query => Matches(query, state.Filter));
        var sorted = state.Order switch
        {
            WatchOrder.Running => shown.OrderByDescending(query => query.ElapsedSeconds ?? 0),
            WatchOrder.Pid => shown.OrderBy(query => query.ProcessId ?? 0),
            var order => shown.OrderBy(query => Text(query, order), StringComparer.Ordinal),
        };
        var rows = sorted.ThenBy(query => query.ProcessId ?? 0).ToList();
        if (state.IsReversed)
            rows.Reverse();

        return rows;
    }

    /// <summary>The place of the selected query; the first where it is not there, -1 without queries.</summary>
    public static int Selected(IReadOnlyList<QueryStatus> rows, WatchState state)
    {
        for (var index = 0; index < rows.Count; index++)
        {
            if (rows[index].ProcessId == state.Selected)
                return index;
        }

        return rows.Count == 0 ? -1 : 0;
    }

    private static bool Matches(QueryStatus query, string filter) =>
        filter.Length == 0
        || new[]
        {
            query.ProcessId?.ToString(CultureInfo.InvariantCulture),
            query.Class,
            query.Pool,
            query.Login,
            query.Database,
            query.Application,
            query.Note,
            query.Statement,
        }.Any(text => text?.Contains(filter, StringComparison.OrdinalIgnoreCase) == true);

    private static string Text(QueryStatus query, WatchOrder order) =>
        order switch
        {
            WatchOrder.Class => query.Class,
            WatchOrder.Pool => query.Pool,
            WatchOrder.Login => query.Login,
            _ => query.Database,
        } ?? "";
}

/// <summary>What the queries of the live view are sorted by.</summary>
internal enum WatchOrder
{
    /// <summary>How long they have run, the longest first.</summary>
    Running,

    Class,

    Pool,

    Login,

    Database,

    Pid,
}
