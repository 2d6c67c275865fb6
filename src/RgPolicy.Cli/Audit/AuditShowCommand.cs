using RgPolicy.Documents.Audit;
using RgPolicy.Service.Audit;

namespace RgPolicy.Cli.Audit;

/// <summary><c>rgp audit show</c>: the last entries of an audit trail.</summary>
internal sealed class AuditShowCommand(CliContext context)
{
    private static readonly Option<int> Most = new("--last")
    {
        Description = "How many entries.",
        HelpName = "N",
        DefaultValueFactory = _ => 50,
    };

    private static readonly Option<string?> Event = Filter(
        "--event",
        "KIND",
        "Only events of this kind, such as move or cancel."
    );

    private static readonly Option<string?> Query = Filter("--query", "ID", "Only what happened to this query.");

    private static readonly Option<int?> ProcessId = new("--pid")
    {
        Description = "Only what happened to this process, or to the query that it worked for.",
        HelpName = "PID",
    };

    private static readonly Option<string?> Login = Filter("--login", "NAME", "Only sessions of this login.");
    private static readonly Option<string?> QueryClass = Filter("--class", "NAME", "Only queries of this class.");

    public static RgpCommand Create(CliContext context) =>
        new RgpCommand(
            "show",
            "Shows the last entries of an audit trail.",
            "rgp audit show",
            "rgp audit show --event cancel --login report",
            "rgp audit show /var/log/rgpolicy/audit.jsonl --last 500 --output json"
        )
            .Takes(AuditTarget.File, Most, Event, Query, ProcessId, Login, QueryClass)
            .Takes(AuditTarget.Service.All)
            .Does(new AuditShowCommand(context).RunAsync);

    private static Option<string?> Filter(string name, string value, string description) =>
        new(name) { Description = description, HelpName = value };

    /// <summary>Prints the last entries.</summary>
    private async Task<int> RunAsync(ParseResult result)
    {
        var last = result.GetValue(Most);
        if (last < 1)
            return context.Fail(ExitCode.Usage, "--last takes a number of 1 or more", "See rgp audit show --help.");

        var path = await AuditTarget.FindAsync(context, "show", result);
        var filter = new AuditFilter
        {
            Event = result.GetValue(Event),
            Query = result.GetValue(Query),
            ProcessId = result.GetValue(ProcessId),
            Login = result.GetValue(Login),
            Class = result.GetValue(QueryClass),
        };

        try
        {
            Print(AuditReader.Last(path, last, filter.Takes), result.WantsJson());
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
            new JsonReport(context, "rgp/audit-show/1").Write(json =>
            {
                json.WriteStartArray("entries");
                foreach (var entry in entries)
                    entry.WriteTo(json);

                json.WriteEndArray();
            });
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
            { ProcessId: { } process, Workers: { Count: > 0 } workers } => Invariant($"{process} +{workers.Count}"),
            { ProcessId: { } process } => Invariant($"{process}"),
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

    public string? Query { get; init; }

    /// <summary>A process, or a worker that was moved with it.</summary>
    public int? ProcessId { get; init; }

    public string? Login { get; init; }

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
