namespace RgPolicy.Cli.Watching;

/// <summary>What keys do to the live view.</summary>
internal static class WatchKeys
{
    private const int LongestFilter = 40;
    private const int PageStep = 10;

    /// <summary>A key was pressed while these queries were shown.</summary>
    public static (WatchState State, WatchAct Act) Press(
        WatchState state,
        ConsoleKeyInfo key,
        IReadOnlyList<QueryStatus> rows
    )
    {
        if (state.AsksForPause)
        {
            return (
                state with
                {
                    AsksForPause = false,
                },
                key.KeyChar is 'y' or 'Y' ? WatchAct.TurnPause : WatchAct.None
            );
        }

        if (state.IsTyping)
            return (Type(state, key), WatchAct.None);

        var calm = state with { Message = "" };
        return Step(key) is { } step ? (Move(calm, step, rows), WatchAct.None)
            : key.Key is ConsoleKey.Escape or ConsoleKey.Backspace ? (Back(calm), WatchAct.None)
            : Command(calm, key);
    }

    private static (WatchState State, WatchAct Act) Command(WatchState state, ConsoleKeyInfo key) =>
        key switch
        {
            { KeyChar: 'q' or 'Q' } => (state, WatchAct.Quit),
            { Key: ConsoleKey.Enter } or { KeyChar: 'w' } => (
                state with
                {
                    Page = WatchPage.Why,
                    Top = 0,
                },
                WatchAct.AskWhy
            ),
            { KeyChar: 's' } => (state with { Order = Next(state.Order), IsReversed = false }, WatchAct.None),
            { KeyChar: 'r' } => (state with { IsReversed = !state.IsReversed }, WatchAct.None),
            { KeyChar: '/' } => (state with { Page = WatchPage.Queries, IsTyping = true, Filter = "" }, WatchAct.None),
            { KeyChar: ' ' } => (state with { IsHeld = !state.IsHeld }, WatchAct.None),
            { KeyChar: 'l' } => (Turn(state, WatchPage.Levers), WatchAct.None),
            { KeyChar: '?' or 'h' } => (Turn(state, WatchPage.Help), WatchAct.None),
            { KeyChar: 'p' } => (state with { AsksForPause = true }, WatchAct.None),
            { KeyChar: 't' } => (state with { Selected = null }, WatchAct.NextTarget),
            _ => (state, WatchAct.None),
        };

    private static WatchState Turn(WatchState state, WatchPage page) =>
        state with
        {
            Page = state.Page == page ? WatchPage.Queries : page,
            Top = 0,
        };

    /// <summary>To the queries, or without a filter where they are shown already.</summary>
    private static WatchState Back(WatchState state) =>
        state.Page == WatchPage.Queries ? state with { Filter = "" } : state with { Page = WatchPage.Queries, Top = 0 };

    private static WatchState Type(WatchState state, ConsoleKeyInfo key) =>
        key.Key switch
        {
            ConsoleKey.Enter => state with { IsTyping = false },
            ConsoleKey.Escape => state with { IsTyping = false, Filter = "" },
            ConsoleKey.Backspace => state with { Filter = state.Filter.Length > 0 ? state.Filter[..^1] : "" },
            _ => char.IsControl(key.KeyChar) || state.Filter.Length >= LongestFilter
                ? state
                : state with
                {
                    Filter = state.Filter + key.KeyChar,
                },
        };

    private static int? Step(ConsoleKeyInfo key) =>
        key switch
        {
            { Key: ConsoleKey.UpArrow } or { KeyChar: 'k' } => -1,
            { Key: ConsoleKey.DownArrow } or { KeyChar: 'j' } => 1,
            { Key: ConsoleKey.PageUp } => -PageStep,
            { Key: ConsoleKey.PageDown } => PageStep,
            { Key: ConsoleKey.Home } => -short.MaxValue,
            { Key: ConsoleKey.End } => short.MaxValue,
            _ => null,
        };

    private static WatchState Move(WatchState state, int step, IReadOnlyList<QueryStatus> rows)
    {
        if (state.Page != WatchPage.Queries)
            return state with { Top = Math.Clamp(state.Top + step, 0, short.MaxValue) };

        return rows.Count == 0
            ? state
            : state with
            {
                Selected = rows[Math.Clamp(WatchRows.Selected(rows, state) + step, 0, rows.Count - 1)].ProcessId,
            };
    }

    private static WatchOrder Next(WatchOrder order) => order == WatchOrder.Pid ? WatchOrder.Running : order + 1;
}

/// <summary>What the live view shows.</summary>
internal enum WatchPage
{
    /// <summary>The queries that run now.</summary>
    Queries,

    /// <summary>Why the selected query has its class.</summary>
    Why,

    Levers,

    Help,
}

/// <summary>What a key asks for beyond the view itself.</summary>
internal enum WatchAct
{
    None,

    Quit,

    /// <summary>To ask why the selected query has its class.</summary>
    AskWhy,

    /// <summary>To pause the service, or to let it go on.</summary>
    TurnPause,

    NextTarget,
}

/// <summary>How the live view is set: what keys change.</summary>
internal sealed record WatchState
{
    public WatchPage Page { get; init; }

    /// <summary>What the queries are sorted by.</summary>
    public WatchOrder Order { get; init; }

    public bool IsReversed { get; init; }

    /// <summary>Only queries with this text somewhere; empty shows all.</summary>
    public string Filter { get; init; } = "";

    /// <summary>The filter is being typed.</summary>
    public bool IsTyping { get; init; }

    /// <summary>The process of the selected query; null selects the first.</summary>
    public long? Selected { get; init; }

    /// <summary>The first line that is shown of a long page.</summary>
    public int Top { get; init; }

    public bool IsHeld { get; init; }

    /// <summary>It was asked whether to pause the service, or to let it go on.</summary>
    public bool AsksForPause { get; init; }

    /// <summary>What became of the last order; empty for nothing.</summary>
    public string Message { get; init; } = "";
}
