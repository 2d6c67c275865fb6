using System.Globalization;
using RgPolicy.Documents;
using RgPolicy.Documents.Status;
using static RgPolicy.Cli.Status.MemberText;

namespace RgPolicy.Cli.Watching;

/// <summary>How the service is, in one line: what is wrong, or what it does.</summary>
internal static class WatchCondition
{
    /// <summary>The line, and whether something is wrong.</summary>
    public static (string Text, bool IsBad) Of(WatchContent content)
    {
        if (content.Problem.Length > 0)
        {
            return (content.Problem, true);
        }

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
