using System.Buffers;
using System.Globalization;
using System.Text.Json;

namespace RgPolicy.Service.Web;

/// <summary>A status document as a page of plain HTML, which a terminal browser shows too; it reads itself again every 5 s.</summary>
internal static class StatusPage
{
    private const int MostChanges = 20;

    /// <summary>Writes it.</summary>
    /// <param name="output">Where to.</param>
    /// <param name="target">The target's name; empty where there is one loop only.</param>
    /// <param name="status">What the loop answered: its status, or why it cannot begin.</param>
    public static void Write(IBufferWriter<byte> output, string target, JsonElement status)
    {
        var page = PageFrame.Begin(output, target.Length == 0 ? "RgPolicy" : $"RgPolicy: {target}");
        if (status.TryGetProperty("error", out var error))
        {
            page.Alarm(error.GetString() ?? "");
            page.End();
            return;
        }

        WriteAlarms(page, status);
        WriteHead(page, status);
        WriteQueries(page, status.GetProperty("queries"));
        WriteClasses(page, status.GetProperty("classes"));
        StatusPageDecisions.Write(page, status.GetProperty("decisions"));
        StatusPagePools.Write(page, status);
        WriteChanges(page, status.GetProperty("changes"));
        WriteMeasures(page, status);
        WriteLevers(page, status.GetProperty("host").GetProperty("levers"));
        page.End();
    }

    private static void WriteAlarms(HtmlText page, JsonElement status)
    {
        var target = status.GetProperty("target");
        if (target.GetProperty("is_lost").GetBoolean())
        {
            page.Alarm($"The server is lost; nothing is governed. {Field.Text(target, "error")}");
        }

        if (status.GetProperty("policy_error").ValueKind == JsonValueKind.String)
        {
            page.Alarm($"The last policy was rejected, the revision below stays in force. {Field.Text(status, "policy_error")}");
        }

        if (status.GetProperty("paused") is { ValueKind: JsonValueKind.Object } paused)
        {
            page.Alarm($"Paused by {Field.Text(paused, "by")} since {Field.Text(paused, "since")}: nothing is enforced until rgp resume.");
        }

        if (status.GetProperty("audit_lost").GetInt64() > 0)
        {
            page.Alarm($"The audit trail {Field.Text(status, "audit_path")} cannot be written; {Field.Text(status, "audit_lost")} entries are missing.");
        }

        if (status.GetProperty("sidecar") is { ValueKind: JsonValueKind.Object } sidecar && !sidecar.GetProperty("is_ready").GetBoolean())
        {
            page.Alarm($"The sidecar is not ready; nothing is governed. {Field.Text(sidecar, "error")}");
        }
    }

    private static void WriteHead(HtmlText page, JsonElement status)
    {
        var target = status.GetProperty("target");
        var service = status.GetProperty("service");
        page.Markup("<dl>\n");
        Entry(page, "Target", $"{Field.Text(target, "connection")} ({Field.Text(target, "kind")} {Field.Text(target, "version")})");
        Entry(page, "Policy", $"{Field.Text(status, "policy_path")}, revision {Field.Text(status, "revision")}");
        Entry(page, "Level", Field.Text(status, "level"));
        Entry(page, "States", string.Join(", ", status.GetProperty("active_states").EnumerateArray().Select(each => each.GetString())));
        Entry(page, "Service", string.Create(
            CultureInfo.InvariantCulture,
            $"process {Field.Text(service, "process_id")}, up {Field.Seconds(service, "uptime_seconds")}, {Field.Seconds(service, "cpu_seconds")} of CPU{InServer(service)}, {service.GetProperty("memory_bytes").GetInt64() / 1048576} MiB"));
        if (status.GetProperty("sidecar") is { ValueKind: JsonValueKind.Object } sidecar)
        {
            Entry(page, "Sidecar", $"{Field.Text(sidecar, "moved_processes")} processes in pools, {Field.Text(sidecar, "moves_done")} moves, {Field.Text(sidecar, "moves_failed")} failed");
        }

        page.Markup("</dl>\n");
    }

    private static string InServer(JsonElement service) => Field.Seconds(service, "server_cpu_seconds") is not "-" and var cpu
        ? $" here and {cpu} in the server"
        : "";

    private static void Entry(HtmlText page, string name, string text)
    {
        if (text.Length > 0)
        {
            page.Markup("<dt>").Text(name).Markup("</dt><dd>").Text(text).Markup("</dd>\n");
        }
    }

    private static void WriteQueries(HtmlText page, JsonElement queries)
    {
        if (queries.GetArrayLength() == 0)
        {
            page.Markup("<h2>Queries that run now</h2>\n").Paragraph("note", "None.");
            return;
        }

        page.Table(
            "Queries that run now", ["query", "class", "pool", "running", "workers", "application", "login", "database", "note"],
            queries.EnumerateArray().Select(query => (IReadOnlyList<string>)
            [
                Field.Text(query, "id"), Field.Text(query, "class") + (query.GetProperty("provisional").GetBoolean() ? " (provisional)" : ""),
                Field.Text(query, "pool"), Field.Seconds(query, "elapsed_seconds"), Field.Text(query, "workers"),
                Field.Text(query, "application"), Field.Text(query, "login"), Field.Text(query, "database"), Field.Text(query, "note"),
            ]),
            3, 4);
    }

    private static void WriteClasses(HtmlText page, JsonElement classes) => page.Table(
        "Queries of each class since the start", ["class", "queries"],
        classes.EnumerateArray().Select(each => (IReadOnlyList<string>)[Field.Text(each, "name"), Field.Text(each, "queries")]), 1);

    private static void WriteChanges(HtmlText page, JsonElement changes)
    {
        if (changes.GetArrayLength() == 0)
        {
            return;
        }

        page.Table(
            "Last changes", ["time", "what", "query", "class", "before", "after", "why", "who"],
            changes.EnumerateArray().Take(MostChanges).Select(change => (IReadOnlyList<string>)
            [
                Field.Time(change, "time"), Field.Text(change, "event"), Field.Text(change, "query"), Field.Text(change, "class"),
                Field.Text(change, "before"), Field.Text(change, "after"), Field.Text(change, "reason"), Field.Text(change, "actor"),
            ]));
    }

    private static void WriteMeasures(HtmlText page, JsonElement status)
    {
        var poll = status.GetProperty("poll");
        var reactions = status.GetProperty("reactions");
        (string Name, JsonElement Measured)[] rows =
        [
            ("a poll takes", poll.GetProperty("cost_seconds")), ("reaction, all", reactions.GetProperty("all_seconds")),
            ("reaction, plan known", reactions.GetProperty("plan_cached_seconds")),
            ("reaction, plan fetched", reactions.GetProperty("plan_fetched_seconds")),
        ];
        page.Table(
            "Times", ["", "count", "p50", "p95", "p99", "longest"],
            rows.Where(row => row.Measured.ValueKind == JsonValueKind.Object).Select(row => (IReadOnlyList<string>)
            [
                row.Name, Field.Text(row.Measured, "count"), Field.Seconds(row.Measured, "p50"), Field.Seconds(row.Measured, "p95"),
                Field.Seconds(row.Measured, "p99"), Field.Seconds(row.Measured, "max"),
            ]),
            1, 2, 3, 4, 5);
        page.Paragraph("note", $"Polls that failed: {Field.Text(poll, "failed")}. Last error: {Field.Text(status, "last_error")}.");
        if (poll.GetProperty("clock_jumps").GetInt64() > 0)
        {
            page.Paragraph(
                "note",
                $"The DBMS's clock has jumped {Field.Text(poll, "clock_jumps")} times, at last by "
                + $"{Field.Text(poll, "last_clock_jump_seconds")} s; ages go on without the jumps.");
        }

        foreach (var note in poll.GetProperty("notes").EnumerateArray())
        {
            page.Paragraph("note", note.GetString() ?? "");
        }
    }

    private static void WriteLevers(HtmlText page, JsonElement levers)
    {
        if (levers.GetArrayLength() > 0)
        {
            page.Table(
                "What this host offers", ["lever", "state", "reason", "what would fix it"],
                levers.EnumerateArray().Select(lever => (IReadOnlyList<string>)
                    [Field.Text(lever, "lever"), Field.Text(lever, "state"), Field.Text(lever, "reason"), Field.Text(lever, "fix")]));
        }
    }
}
