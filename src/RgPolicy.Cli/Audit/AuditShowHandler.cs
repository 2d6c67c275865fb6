using System.Collections.Immutable;
using System.Text.Json;
using RgPolicy.Cli.ServiceControl;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Terminal;
using RgPolicy.Documents;
using RgPolicy.Documents.Audit;
using RgPolicy.Service.Audit;

namespace RgPolicy.Cli.Audit;

/// <summary>Shows the end of an audit trail.</summary>
internal sealed class AuditShowHandler(CliContext context)
{
    /// <summary>Prints the last entries.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(
        string? file,
        ImmutableArray<ServiceAddress> services,
        int last,
        AuditFilter filter,
        bool isJson,
        CancellationToken cancellationToken
    )
    {
        if (last < 1)
        {
            return context.Fail(ExitCode.Usage, "--last takes a number of 1 or more", "See rgp audit show --help.");
        }

        if (await AuditPlace.FindAsync(context, "show", file, services, cancellationToken) is not { } path)
        {
            return ExitCode.Unreachable;
        }

        try
        {
            Print(AuditReader.Last(path, last, filter.Takes), isJson);
            return ExitCode.Success;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return context.Fail(
                ExitCode.Unreachable,
                $"cannot read {path}: {failure.Message}",
                "Read it as root or as the service's user."
            );
        }
    }

    private void Print(IReadOnlyList<JsonElement> entries, bool isJson)
    {
        if (isJson)
        {
            JsonOutput.WriteDocument(
                context,
                "rgp/audit-show/1",
                json =>
                {
                    json.WriteStartArray("entries");
                    foreach (var entry in entries)
                    {
                        entry.WriteTo(json);
                    }

                    json.WriteEndArray();
                }
            );
            return;
        }

        var table = new TextTable([
            "time",
            "event",
            "pid",
            "query",
            "login",
            "database",
            "class",
            "change",
            "reason",
            "by",
        ]);
        foreach (
            var entry in entries.Select(line => DocumentFormat.Read(line, DocumentFormat.Audit)).OfType<AuditDocument>()
        )
        {
            table.Add(
                DocumentFormat.Text(entry.Time) ?? "",
                Text(entry.Event),
                Processes(entry),
                Text(entry.Query),
                Text(entry.Login),
                Text(entry.Database),
                Text(entry.Class),
                Change(entry),
                Text(entry.Reason),
                Text(entry.Actor)
            );
        }

        table.Write(context);
    }

    private static string Processes(AuditDocument entry) =>
        entry switch
        {
            { ProcessId: { } process, Workers: { Count: > 0 } workers } => FormattableString.Invariant(
                $"{process} +{workers.Count}"
            ),
            { ProcessId: { } process } => FormattableString.Invariant($"{process}"),
            _ => "",
        };

    private static string Change(AuditDocument entry) =>
        (Text(entry.Before), Text(entry.After)) switch
        {
            ("", "") => "",
            ("", var after) => "-> " + after,
            (var before, "") => before + " -> none",
            var (before, after) => $"{before} -> {after}",
        };

    private static string Text(string? value) => OneLine.Of(value ?? "");
}

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
