using System.Text.Json;
using RgPolicy.Documents;

namespace RgPolicy.Cli.Audit;

/// <summary>Which entries of an audit trail are wanted; null takes any.</summary>
internal sealed record AuditFilter
{
    /// <summary>What happened, such as <c>move</c>.</summary>
    public string? Event { get; init; }

    /// <summary>The query's id.</summary>
    public string? Query { get; init; }

    /// <summary>A process, or a worker that was moved with it.</summary>
    public int? ProcessId { get; init; }

    /// <summary>Whose session it was.</summary>
    public string? Login { get; init; }

    /// <summary>The query's class.</summary>
    public string? Class { get; init; }

    /// <summary>Whether an entry is wanted.</summary>
    public bool Takes(JsonElement line) =>
        this == new AuditFilter()
        || DocumentFormat.Read(line, DocumentFormat.Audit) is { } entry
            && Is(Event, entry.Event)
            && Is(Query, entry.Query)
            && Is(Login, entry.Login)
            && Is(Class, entry.Class)
            && (ProcessId is not { } process || entry.ProcessId == process || entry.Workers?.Contains(process) == true);

    private static bool Is(string? wanted, string? value) =>
        wanted is null || string.Equals(wanted, value, StringComparison.Ordinal);
}
