using System.Buffers;
using RgPolicy.Documents;
using RgPolicy.Documents.Status;
using RgPolicy.Service.Status;
using static RgPolicy.Service.Web.Field;

namespace RgPolicy.Service.Web;

/// <summary>What a loop shows as a page of plain HTML, which a terminal browser shows too; it reads
/// itself again every 5 s.</summary>
internal static class StatusPage
{
    private const int MostChanges = 20;

    /// <summary>Writes the page.</summary>
    /// <param name="output">Where to.</param>
    /// <param name="target">The target's name; empty where there is one loop only.</param>
    /// <param name="view">What the loop shows: its status, or why it cannot begin.</param>
    public static void Write(IBufferWriter<byte> output, string target, IStatusView view)
    {
        var page = PageFrame.Begin(output, target.Length == 0 ? "RgPolicy" : $"RgPolicy: {target}");
        if (view.ToDocument() is { } status)
        {
            Write(page, status);
        }
        else
        {
            page.Alarm(view.Line);
        }

        page.End();
    }

    private static void Write(HtmlText page, StatusDocument status)
    {
        WriteAlarms(page, status);
        WriteHead(page, status);
        WriteQueries(page, [.. status.Queries.OrEmpty()]);
        WriteClasses(page, status.Classes.OrEmpty(), status.TooShort);
        StatusPageDecisions.Write(page, status.Decisions);
        StatusPagePools.Write(page, [.. status.Pools.OrEmpty()], status.IsEnforced);
        WriteChanges(page, [.. status.Changes.OrEmpty().Take(MostChanges)]);
        WriteTimes(page, status.Poll, status.Reactions);
        WriteNotes(page, status.Poll, status.LastError);
        WriteLevers(page, [.. (status.Host?.Levers).OrEmpty()]);
    }

    private static void WriteAlarms(HtmlText page, StatusDocument status)
    {
        if (status.Target is { IsLost: true } target)
        {
            page.Alarm($"The server is lost; nothing is governed. {Text(target.Error)}");
        }

        if (status.PolicyError is { } error)
        {
            page.Alarm($"The last policy was rejected, the revision below stays in force. {error}");
        }

        if (status.Paused is { } paused)
        {
            page.Alarm(
                $"Paused by {Text(paused.By)} since {Text(DocumentFormat.Text(paused.Since))}: nothing is enforced "
                    + "until rgp resume."
            );
        }

        if (status.AuditLost is > 0 and var lost)
        {
            page.Alarm(
                $"The audit trail {Text(status.AuditPath)} cannot be written; {Text(lost)} entries are missing."
            );
        }

        if (status.Sidecar is { IsReady: not true } sidecar)
        {
            page.Alarm($"The sidecar is not ready; nothing is governed. {Text(sidecar.Error)}");
        }
    }

    private static void WriteHead(HtmlText page, StatusDocument status)
    {
        page.Markup("<dl>\n");
        Entry(
            page,
            "Target",
            $"{Text(status.Target?.Connection)} ({Text(status.Target?.Kind)} {Text(status.Target?.Version)})"
        );
        Entry(page, "Policy", $"{Text(status.PolicyPath)}, revision {Text(status.Revision)}");
        Entry(page, "Level", Text(status.Level));
        Entry(page, "States", string.Join(", ", status.ActiveStates.OrEmpty()));
        Entry(
            page,
            "Service",
            $"process {Text(status.Service?.ProcessId)}, up {Seconds(status.Service?.UptimeSeconds)}, "
                + $"{Seconds(status.Service?.CpuSeconds)} of CPU{InServer(status.Service)}, "
                + $"{Text(status.Service?.MemoryBytes / 1048576)} MiB"
        );
        if (status.Sidecar is { } sidecar)
        {
            Entry(
                page,
                "Sidecar",
                $"{Text(sidecar.MovedProcesses)} processes in pools, {Text(sidecar.MovesDone)} moves, "
                    + $"{Text(sidecar.MovesFailed)} failed"
            );
        }

        page.Markup("</dl>\n");
    }

    private static string InServer(ServiceStatus? service) =>
        service?.ServerCpuSeconds is { } cpu ? $" here and {Seconds(cpu)} in the server" : "";

    private static void Entry(HtmlText page, string name, string text)
    {
        if (text.Length > 0)
        {
            page.Markup("<dt>").Text(name).Markup("</dt><dd>").Text(text).Markup("</dd>\n");
        }
    }

    private static void WriteQueries(HtmlText page, IReadOnlyList<QueryStatus> queries)
    {
        if (queries.Count == 0)
        {
            page.Markup("<h2>Queries that run now</h2>\n").Paragraph("note", "None.");
            return;
        }

        var showsText = queries.Any(query => query.Statement is not null);
        string[] text = showsText ? ["text"] : [];
        page.Table(
            "Queries that run now",
            [
                "pid",
                "class",
                "pool",
                "running",
                "workers",
                "login",
                "database",
                "application",
                "note",
                .. text,
                "query",
            ],
            queries.Select(query =>
                (IReadOnlyList<string>)
                    [
                        Text(query.ProcessId),
                        Class(query),
                        Text(query.Pool),
                        Seconds(query.ElapsedSeconds),
                        Text(query.Workers),
                        Text(query.Login),
                        Text(query.Database),
                        Text(query.Application),
                        Text(query.Note),
                        .. showsText ? [Text(query.Statement)] : Array.Empty<string>(),
                        Text(query.Id),
                    ]
            ),
            0,
            3,
            4
        );
    }

    private static void WriteClasses(HtmlText page, IEnumerable<ClassCount> classes, long? tooShort)
    {
        page.Table(
            "Queries of each class since the start",
            ["class", "queries"],
            classes.Select(each => (IReadOnlyList<string>)[Text(each.Name), Text(each.Queries)]),
            1
        );
        if (tooShort is { } queries)
        {
            page.Paragraph(
                "note",
                $"Too short to matter: {Text(queries)} queries ended within 300 ms, before their class was final."
            );
        }
    }

    private static void WriteChanges(HtmlText page, IReadOnlyList<RecentChange> changes)
    {
        if (changes.Count > 0)
        {
            page.Table(
                "Last changes",
                ["time", "what", "query", "class", "before", "after", "why", "who"],
                changes.Select(change =>
                    (IReadOnlyList<string>)
                        [
                            Time(change.Time),
                            Text(change.Event),
                            Text(change.Query),
                            Text(change.Class),
                            Text(change.Before),
                            Text(change.After),
                            Text(change.Reason),
                            Text(change.Actor),
                        ]
                )
            );
        }
    }

    private static void WriteTimes(HtmlText page, PollStatus? poll, ReactionStatus? reactions)
    {
        (string Name, DurationQuantiles? Measured)[] rows =
        [
            ("a poll takes", poll?.CostSeconds),
            ("reaction, all", reactions?.AllSeconds),
            ("reaction, plan known", reactions?.PlanCachedSeconds),
            ("reaction, plan fetched", reactions?.PlanFetchedSeconds),
        ];
        page.Table(
            "Times",
            ["", "count", "p50", "p95", "p99", "longest"],
            from row in rows
            where row.Measured is not null
            select (IReadOnlyList<string>)
                [
                    row.Name,
                    Text(row.Measured?.Count),
                    Seconds(row.Measured?.P50),
                    Seconds(row.Measured?.P95),
                    Seconds(row.Measured?.P99),
                    Seconds(row.Measured?.Max),
                ],
            1,
            2,
            3,
            4,
            5
        );
    }

    private static void WriteNotes(HtmlText page, PollStatus? poll, string? lastError)
    {
        page.Paragraph("note", $"Polls that failed: {Text(poll?.Failed)}. Last error: {Text(lastError)}.");
        if (poll?.ClockJumps > 0)
        {
            page.Paragraph(
                "note",
                $"The DBMS's clock has jumped {Text(poll.ClockJumps)} times, at last by "
                    + $"{Text(poll.LastClockJumpSeconds)} s; ages go on without the jumps."
            );
        }

        foreach (var note in (poll?.Notes).OrEmpty())
        {
            page.Paragraph("note", note);
        }
    }

    private static void WriteLevers(HtmlText page, IReadOnlyList<LeverStatus> levers)
    {
        if (levers.Count > 0)
        {
            page.Table(
                "What this host offers",
                ["lever", "state", "reason", "what would fix it"],
                levers.Select(lever =>
                    (IReadOnlyList<string>)[Text(lever.Lever), Text(lever.State), Text(lever.Reason), Text(lever.Fix)]
                )
            );
        }
    }
}
