using Spectre.Console;
using Spectre.Console.Rendering;
using static RgPolicy.Cli.Status.MemberText;

namespace RgPolicy.Cli.Watching;

/// <summary>The picture of the live view: what matters first, and never more than the terminal has room for.</summary>
internal sealed class WatchFrame(int width, int height)
{
    private const string Keys = "s sort  / filter  w why  l levers  space hold  p pause  ? help  q quit";

    // Two lines and the columns' names above the queries; below them the selected one's application,
    // note and text, and the keys.
    private const int FrameLines = 6;

    /// <summary>The picture's lines, the uppermost first.</summary>
    public IReadOnlyList<IRenderable> Draw(WatchContent content, WatchState state)
    {
        List<IRenderable> lines = [Head(content, state), Condition(content)];
        if (state.Page == WatchPage.Queries)
        {
            lines.AddRange(Queries(content.Status, state));
        }
        else
        {
            var room = Math.Max(height - 3, 1);
            var top = Math.Clamp(state.Top, 0, Math.Max(content.Page.Count - room, 0));
            lines.AddRange(
                content
                    .Page.Skip(top)
                    .Take(room)
                    .Concat(Enumerable.Repeat("", Math.Max(room - content.Page.Count, 0)))
                    .Select(line => Line(line))
            );
        }

        lines.Add(Foot(content, state));
        return lines;
    }

    private Text Head(WatchContent content, WatchState state)
    {
        var (status, target) = (content.Status, content.Target.Length > 0 ? content.Target + ": " : "");
        var where = status is null
            ? "waiting for the service"
            : $"{Text(status.Target?.Connection)} ({Text(status.Target?.Kind)} {Text(status.Target?.Version)})";
        var held = state.IsHeld ? " held" : "";
        var right = $" {Text(status?.Level)}  {content.Time}{held}";
        return Line(
            Fitted.Of(target + where, width - right.Length).PadRight(Math.Max(width - right.Length, 0)) + right,
            new Style(decoration: Decoration.Bold)
        );
    }

    private Text Condition(WatchContent content)
    {
        var (text, isBad) = WatchCondition.Of(content);
        return Line(
            text,
            isBad ? new Style(Color.Red, decoration: Decoration.Bold) : new Style(decoration: Decoration.Dim)
        );
    }

    private IEnumerable<IRenderable> Queries(StatusDocument? status, WatchState state)
    {
        if (status is null)
            yield break;

        var rows = WatchRows.Of(status, state);
        var selected = WatchRows.Selected(rows, state);
        var room = Math.Max(height - FrameLines, 1);
        var top = Math.Max(selected - room + 1, 0);
        if (rows.Count == 0)
        {
            yield return Line(state.Filter.Length > 0 ? "No query matches the filter." : "No query is running.");
            yield break;
        }

        yield return new WatchTable(width).Of(rows.Skip(top).Take(room), selected - top, state);
        for (var free = room - Math.Min(rows.Count, room); free > 0; free--)
            yield return Line("");

        var query = rows[selected];
        yield return Line(
            $"app   {TextOrDash(query.Application)}; {Text(query.Workers)} workers; {TextOrDash(query.Note)}"
        );
        yield return Line("text  " + (query.Statement ?? "not shown: the service was started without --show-text"));
    }

    private Text Foot(WatchContent content, WatchState state) =>
        state switch
        {
            { AsksForPause: true } when content.Status?.Paused is null => Line(
                "Pause the service: let everything go, and enforce nothing until it is resumed? y/n"
            ),
            { AsksForPause: true } => Line("Resume: enforce the policy again? y/n"),
            { IsTyping: true } => Line($"filter: {state.Filter}_"),
            { Message.Length: > 0 } => Line(state.Message),
            { Page: not WatchPage.Queries } => Line(
                "up/down scroll  esc back  q quit",
                new Style(decoration: Decoration.Dim)
            ),
            { Filter.Length: > 0 } => Line(
                $"filter: {state.Filter}  (esc shows all)  {Keys}",
                new Style(decoration: Decoration.Dim)
            ),
            _ => Line(Keys, new Style(decoration: Decoration.Dim)),
        };

    private Text Line(string text, Style? style = null) => new(Fitted.Of(text, width), style);
}

/// <summary>How the service is, in one line: what is wrong, or what it does.</summary>
internal static class WatchCondition
{
    /// <summary>The line, and whether something is wrong.</summary>
    public static (string Text, bool IsBad) Of(WatchContent content)
    {
        if (content.Problem.Length > 0)
            return (content.Problem, true);

        return content.Status switch
        {
            null => ("", false),
            { Target: { IsLost: true } target } => (
                $"The server is lost, nothing is governed: {Text(target.Error)}",
                true
            ),
            { Paused: { } paused } => (
                $"Paused by {Text(paused.By)} since {Since(paused.Since)}: nothing is enforced.",
                true
            ),
            { PolicyError: { } error } => ($"The last policy was rejected: {error}", true),
            { Sidecar: { IsReady: not true } sidecar } => (
                $"The sidecar is not ready, nothing is governed: {Text(sidecar.Error)}",
                true
            ),
            { UnenforcedError: { } error } => ($"Not enforced: {error}", true),
            { AuditLost: > 0 and var lost } => (
                $"The audit trail cannot be written; {Text(lost)} entries are missing.",
                true
            ),
            var status => (Quiet(status), false),
        };
    }

    private static string Since(DateTime? moment) =>
        moment is { } known ? known.ToString("yyyy-MM-dd HH:mm:ss'Z'", CultureInfo.InvariantCulture) : "-";

    private static string Quiet(StatusDocument status)
    {
        var queries = status.Queries.OrEmpty().ToList();
        var throttled = queries.Count(query => query.PoolNumber > 0);
        var moved = status.Sidecar is { } sidecar ? $", {Text(sidecar.MovedProcesses)} processes in pools" : "";
        return $"{queries.Count} queries, {throttled} {(status.IsEnforced ? "throttled" : "would be throttled")}{moved}; poll p95 "
            + $"{Seconds(status.Poll?.CostSeconds?.P95)}; revision {Text(status.Revision)}";
    }
}
