using System.Globalization;
using RgPolicy.Documents;
using RgPolicy.Documents.Status;

namespace RgPolicy.Cli.Watching;

/// <summary>The queries of the live view: those that the filter lets through, in their order.</summary>
internal static class WatchRows
{
    /// <summary>Picks and sorts.</summary>
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
        {
            rows.Reverse();
        }

        return rows;
    }

    /// <summary>The place of the selected query; the first where it is not there, -1 without queries.</summary>
    public static int Selected(IReadOnlyList<QueryStatus> rows, WatchState state)
    {
        for (var index = 0; index < rows.Count; index++)
        {
            if (rows[index].ProcessId == state.Selected)
            {
                return index;
            }
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

    /// <summary>Their class.</summary>
    Class,

    /// <summary>The pool that they are in.</summary>
    Pool,

    /// <summary>By the login that runs them.</summary>
    Login,

    /// <summary>Where.</summary>
    Database,

    /// <summary>The process.</summary>
    Pid,
}
