using RgPolicy.Service.Web.Html;
using static RgPolicy.Service.Web.Html.Field;

namespace RgPolicy.Service.Web.Views;

/// <summary>The host: which pools have which ways and CPUs, what they should have and do have, and what can be set
/// here.</summary>
internal static class HostView
{
    public static void Write(IBufferWriter<byte> output, PagePlace place, IStatusView view) =>
        PageFrame.Write(output, place, PageView.Host, view, view.ToDocument(), Write);

    private static void Write(HtmlText page, StatusDocument status)
    {
        List<PoolStatus> pools = [.. status.Pools.OrEmpty()];
        page.Section("alarms", part => AlarmList.Write(part, status))
            .Section("head", part => WriteHead(part, status))
            .Section("ways", part => WaysDrawing.Write(part, pools, status.Host, status.IsEnforced))
            .Section("cpus", part => CpusDrawing.Write(part, pools, status.Host, status.IsEnforced))
            .Section("pools", part => PoolSettingsView.Write(part, pools, status.IsEnforced))
            .Section("times", part => WriteTimes(part, status.Poll, status.Reactions))
            .Section("notes", part => WriteNotes(part, status.Poll, status.LastError))
            .Section("levers", part => WriteLevers(part, AskedLevers.Of(status)));
    }

    private static void WriteHead(HtmlText page, StatusDocument status)
    {
        var host = status.Host;
        page.Markup("<dl>\n")
            .Entry("CPUs", Text(host?.Cores))
            .Entry("Last-level cache", host?.LlcBytes is { } bytes ? Bytes(bytes) : "")
            .Entry("Pressure", Pressure(host))
            .Entry("Shared with", string.Join(", ", (host?.Sharing?.With).OrEmpty()))
            .Entry(
                "Service",
                $"process {Text(status.Service?.ProcessId)}, up {Seconds(status.Service?.UptimeSeconds)}, "
                    + $"{Seconds(status.Service?.CpuSeconds)} of CPU{InServer(status.Service)}, "
                    + $"{Text(status.Service?.MemoryBytes / 1048576)} MiB"
            );
        if (status.Sidecar is { } sidecar)
        {
            page.Entry(
                "Sidecar",
                $"{Text(sidecar.MovedProcesses)} processes in pools, {Text(sidecar.MovesDone)} moves, "
                    + $"{Text(sidecar.MovesFailed)} failed"
            );
        }

        page.Markup("</dl>\n");
    }

    private static string Pressure(HostStatus? host) =>
        host?.CpuPressure is null
            ? ""
            : Invariant(
                $"CPU {host.CpuPressure:0.#} %, I/O {host.IoPressure:0.#} %, memory {host.MemoryPressure:0.#} %"
            );

    private static string InServer(ServiceStatus? service) =>
        service?.ServerCpuSeconds is { } cpu ? $" here and {Seconds(cpu)} in the server" : "";

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
            select new[]
            {
                row.Name,
                Text(row.Measured?.Count),
                Seconds(row.Measured?.P50),
                Seconds(row.Measured?.P95),
                Seconds(row.Measured?.P99),
                Seconds(row.Measured?.Max),
            },
            figures: 1..6
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
            page.Paragraph("note", note);
    }

    private static void WriteLevers(HtmlText page, IReadOnlyList<LeverStatus> levers)
    {
        if (levers.Count > 0)
        {
            page.Table(
                "What this host offers of what the policy asks for",
                ["lever", "state", "reason", "what would fix it"],
                levers.Select(lever =>
                    new[] { Text(lever.Lever), Text(lever.State), Text(lever.Reason), Text(lever.Fix) }
                )
            );
        }
    }
}
