using RgPolicy.Cli.Watching;

namespace RgPolicy.Cli.Tests.Watching;

public sealed class WatchKeysTests
{
    private static readonly ConsoleKeyInfo[] All =
    [
        .. "qwsrlhpty/? k\u0001\u001b漢".Select(WatchScene.Key),
        .. new[]
        {
            ConsoleKey.Enter,
            ConsoleKey.Escape,
            ConsoleKey.Backspace,
            ConsoleKey.UpArrow,
            ConsoleKey.DownArrow,
            ConsoleKey.PageUp,
            ConsoleKey.PageDown,
            ConsoleKey.Home,
            ConsoleKey.End,
            ConsoleKey.F1,
            ConsoleKey.Tab,
        }.Select(WatchScene.Key),
    ];

    [Theory]
    [InlineData("", "10 30 20")]
    [InlineData("r", "20 30 10")]
    [InlineData("s", "30 20 10")]
    [InlineData("ss", "20 10 30")]
    [InlineData("sss", "20 30 10")]
    [InlineData("ssss", "10 20 30")]
    [InlineData("sssss", "10 20 30")]
    [InlineData("sssssr", "30 20 10")]
    [InlineData("ssssss", "10 30 20")]
    [InlineData("/bi\r", "30")]
    [InlineData("/SCAN\r", "10")]
    [InlineData("/20\r", "20")]
    [InlineData("/nothing\r", "")]
    public void Press_SortAndFilter_ShowThoseQueries(string keys, string shown)
    {
        var state = Press(new WatchState(), keys).State;

        Assert.Equal(shown, string.Join(' ', WatchRows.Of(WatchScene.Three(), state).Select(query => query.ProcessId)));
    }

    [Theory]
    [InlineData(1, 30)]
    [InlineData(2, 20)]
    [InlineData(9, 20)]
    [InlineData(-9, 10)]
    public void Press_Arrows_SelectWithinTheQueries(int steps, long selected)
    {
        var state = new WatchState();
        for (var step = 0; step < Math.Abs(steps); step++)
            (state, _) = Press(state, WatchScene.Key(steps > 0 ? ConsoleKey.DownArrow : ConsoleKey.UpArrow));

        Assert.Equal(selected, state.Selected);
    }

    [Fact]
    public void Press_SelectedQueryHasEnded_TheFirstIsSelected()
    {
        var rows = WatchRows.Of(WatchScene.Three(), new WatchState());

        Assert.Equal(0, WatchRows.Selected(rows, new WatchState { Selected = 99 }));
        Assert.Equal(-1, WatchRows.Selected([], new WatchState { Selected = 99 }));
    }

    [Fact]
    public void Press_Pause_IsDoneOnlyAfterYes()
    {
        Assert.Equal(nameof(WatchAct.None), Press(new WatchState(), "p").Act.ToString());
        Assert.Equal(nameof(WatchAct.TurnPause), Press(new WatchState(), "py").Act.ToString());
        Assert.Equal(nameof(WatchAct.None), Press(new WatchState(), "pn").Act.ToString());
        Assert.Equal(nameof(WatchAct.None), Press(new WatchState(), "pq").Act.ToString());
        Assert.False(Press(new WatchState(), "pn").State.AsksForPause);
    }

    [Fact]
    public void Press_Pages_OpenCloseAndScroll()
    {
        Assert.Equal(WatchPage.Levers, Press(new WatchState(), "l").State.Page);
        Assert.Equal(WatchPage.Queries, Press(new WatchState(), "ll").State.Page);
        Assert.Equal(
            (WatchPage.Why, WatchAct.AskWhy),
            (Press(new WatchState(), "w").State.Page, Press(new WatchState(), "w").Act)
        );
        Assert.Equal(2, Press(new WatchState(), "hjjjk").State.Top);
        Assert.Equal(
            WatchPage.Queries,
            Press(Press(new WatchState(), "h").State, WatchScene.Key(ConsoleKey.Escape)).State.Page
        );
        Assert.True(Press(new WatchState(), " ").State.IsHeld);
        Assert.Equal(WatchAct.Quit, Press(new WatchState(), "q").Act);
    }

    [Fact]
    public void Press_Typing_TakesWhatCommandsAreOtherwise()
    {
        var state = Press(new WatchState(), "/qp").State;

        Assert.Equal("qp", state.Filter);
        Assert.Equal("q", Press(state, WatchScene.Key(ConsoleKey.Backspace)).State.Filter);
        Assert.Equal("", Press(state, WatchScene.Key(ConsoleKey.Escape)).State.Filter);
        Assert.InRange(Press(state, new string('x', 1000)).State.Filter.Length, 1, 40);
    }

    [Fact]
    public void Press_AnyKeysInAnyOrder_LeaveAStateThatCanBeDrawn()
    {
        var random = new Random(26);
        for (var run = 0; run < 300; run++)
        {
            var state = new WatchState();
            var status = WatchScene.Status([
                .. Enumerable.Range(0, random.Next(5)).Select(id => WatchScene.Query(id, id, WatchScene.Hostile)),
            ]);
            for (var press = 0; press < 30; press++)
            {
                (state, _) = WatchKeys.Press(state, All[random.Next(All.Length)], WatchRows.Of(status, state));
                var lines = WatchScene.Draw(80, 24, new WatchContent { Status = status, Page = ["a", "b"] }, state);

                Assert.InRange(lines.Count, 3, 24);
            }
        }
    }

    private static (WatchState State, WatchAct Act) Press(WatchState state, string keys)
    {
        var act = WatchAct.None;
        foreach (var key in keys)
            (state, act) = Press(state, key == '\r' ? WatchScene.Key(ConsoleKey.Enter) : WatchScene.Key(key));

        return (state, act);
    }

    private static (WatchState State, WatchAct Act) Press(WatchState state, ConsoleKeyInfo key) =>
        WatchKeys.Press(state, key, WatchRows.Of(WatchScene.Three(), state));
}
