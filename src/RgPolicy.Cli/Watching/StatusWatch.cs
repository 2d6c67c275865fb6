using RgPolicy.Cli.ServiceControl;
using RgPolicy.Cli.Why;

namespace RgPolicy.Cli.Watching;

/// <summary>The live view: asks the service every second, draws what it says, and does what keys ask for.</summary>
/// <param name="context">The terminal.</param>
/// <param name="keyboard">The keys that are pressed there.</param>
/// <param name="addresses">The loops that can be looked at, one at a time.</param>
internal sealed class StatusWatch(CliContext context, IKeyboard keyboard, ImmutableArray<ServiceAddress> addresses)
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);
    private static readonly string[] Help =
    [
        "up, down, j, k    select a query; pgup, pgdn, home, end go further",
        "w or enter        why the selected query has its class and limits",
        "s, r              sort by the next column; the other way round",
        "/                 show only queries with a text in any column; esc shows all",
        "l                 classes, pools and the levers that their settings use",
        "space             hold the picture still; again to go on",
        "p                 pause the service, or resume it, after a question",
        "t                 the next target, where a service has several",
        "q                 quit",
        "",
        "pool: where the query is, or would be at levels that touch nothing",
        "a class with ?: not final yet, a signal is still missing",
    ];

    private WatchState _state = new();
    private WatchContent _content = new();
    private int _target;

    /// <summary>Shows it until a key or an interrupt ends it.</summary>
    public async Task<int> RunAsync()
    {
        using var screen = new WatchScreen(context);
        long? asked = null;
        while (true)
        {
            if (!_state.IsHeld && (asked is not { } last || context.Time.GetElapsedTime(last) >= Interval))
            {
                await AskAsync();
                asked = context.Time.GetTimestamp();
            }

            Draw(screen);
            if (await keyboard.ReadAsync(Interval, context.Interrupt) is { } key && !await PressAsync(key))
                return ExitCode.Success;
        }
    }

    private ServiceAddress Address => addresses[_target];

    private void Draw(WatchScreen screen)
    {
        var (width, height) = keyboard.Size;
        var page = _state.Page switch
        {
            WatchPage.Help => Help,
            WatchPage.Levers when _content.Status is { } status =>
            [
                .. WatchLevers.Of(status).SelectMany(line => Fitted.Lines(line, width)),
            ],
            WatchPage.Why => [.. _content.Page.SelectMany(line => Fitted.Lines(line, width))],
            _ => [],
        };
        screen.Show(new WatchFrame(width, height).Draw(_content with { Page = page }, _state), width, height);
    }

    private async Task AskAsync()
    {
        var (status, problem) = await WatchedService.AskAsync(Address, context.Interrupt);
        _content = _content with
        {
            Status = status ?? _content.Status,
            Problem = problem,
            Time = context.Time.GetUtcNow().ToString("HH:mm:ss'Z'", CultureInfo.InvariantCulture),
            Target =
                addresses.Length > 1
                    ? Invariant($"{Address.Target}, {_target + 1} of {addresses.Length}")
                    : Address.Target,
        };
    }

    /// <summary>False when the view is to end.</summary>
    private async Task<bool> PressAsync(ConsoleKeyInfo key)
    {
        var rows = _content.Status is { } status ? WatchRows.Of(status, _state) : [];
        (_state, var act) = WatchKeys.Press(_state, key, rows);
        switch (act)
        {
            case WatchAct.Quit:
                return false;
            case WatchAct.AskWhy:
                _content = _content with { Page = await WhyAsync(rows) };
                break;
            case WatchAct.TurnPause:
                _state = _state with { Message = await TurnPauseAsync() };
                await AskAsync();
                break;
            case WatchAct.NextTarget:
                _target = (_target + 1) % addresses.Length;
                _content = new WatchContent();
                await AskAsync();
                break;
        }

        return true;
    }

    private async Task<IReadOnlyList<string>> WhyAsync(IReadOnlyList<QueryStatus> rows)
    {
        var selected = WatchRows.Selected(rows, _state);
        if (selected < 0 || rows[selected].Id is not { } id)
            return ["No query is selected."];

        var (why, problem) = await WatchedService.WhyAsync(Address, id, context.Interrupt);
        return why is null ? [problem] : Printed(plain => WhyLiveText.Write(plain, why));
    }

    private Task<string> TurnPauseAsync() =>
        WatchedService.OrderAsync(
            Address,
            _content.Status?.Paused is null ? StatusQuestionKind.Pause : StatusQuestionKind.Resume,
            context.Interrupt
        );

    /// <summary>The lines that are printed in a pipe.</summary>
    private string[] Printed(Action<CliContext> write)
    {
        using var printed = new StringWriter(CultureInfo.InvariantCulture);
        write(context with { Output = printed, IsOutputTerminal = false });
        return printed.ToString().ReplaceLineEndings("\n").TrimEnd('\n').Split('\n');
    }
}

/// <summary>What the live view has to show.</summary>
internal sealed record WatchContent
{
    /// <summary>What the service answered last; null before the first answer.</summary>
    public StatusDocument? Status { get; init; }

    /// <summary>Why there is no newer answer; empty where there is one.</summary>
    public string Problem { get; init; } = "";

    /// <summary>When it was answered, as the host's clock shows it.</summary>
    public string Time { get; init; } = "";

    /// <summary>The target's name and place among all, such as <c>shop, 1 of 2</c>; empty for a single one.</summary>
    public string Target { get; init; } = "";

    /// <summary>The lines of the page that is shown besides the queries.</summary>
    public IReadOnlyList<string> Page { get; init; } = [];
}
