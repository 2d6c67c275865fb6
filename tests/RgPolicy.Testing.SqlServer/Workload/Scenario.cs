using System.Net;
using System.Text.Json;
using System.Text.RegularExpressions;
using RgPolicy.Testing.SqlServer.Login;

namespace RgPolicy.Testing.SqlServer.Workload;

/// <summary>A scenario file: logins, databases, statements, and the sessions that execute them.</summary>
internal sealed partial record Scenario
{
    private const int FirstDatabase = 5;

    private static readonly JsonDocumentOptions Lenient = new()
    {
        CommentHandling = JsonCommentHandling.Skip,
        AllowTrailingCommas = true,
    };
    private static readonly JsonElement Nothing = JsonSerializer.SerializeToElement(Array.Empty<string>());

    public ImmutableArray<LoginRow> Logins { get; init; } = [];

    public ImmutableArray<DatabaseRow> Databases { get; init; } =
    [new(1, "master", "OFF"), new(2, "tempdb", "OFF"), new(3, "model", "OFF"), new(4, "msdb", "OFF")];

    public ImmutableArray<QueryRow> Queries { get; init; } = [];

    /// <summary>Whether case counts in what the server compares.</summary>
    public StringComparison Collation { get; init; } = StringComparison.OrdinalIgnoreCase;

    /// <summary>Sessions in the order of their numbers, with the login, application and host of each.</summary>
    public ImmutableArray<(
        string Name,
        string Login,
        string App,
        string Host,
        string Database,
        ImmutableArray<RequestScript> Requests
    )> Sessions { get; init; } = [];

    /// <summary>Reads a file.</summary>
    public static Scenario Read(string file)
    {
        using var document = JsonDocument.Parse(File.ReadAllText(file), Lenient);
        var root = document.RootElement;
        var scenario = new Scenario
        {
            Logins = [.. List(root, "logins").Select(Login), .. List(root, "windows_accounts").Select(Account)],
        };
        scenario = scenario with
        {
            Collation =
                Text(root, "collation").Contains("_CI_", StringComparison.Ordinal)
                || Text(root, "collation").Length == 0
                    ? StringComparison.OrdinalIgnoreCase
                    : StringComparison.Ordinal,
            Databases =
            [
                .. scenario.Databases,
                .. List(root, "databases")
                    .Select(
                        (each, at) =>
                            new DatabaseRow(
                                (short)(FirstDatabase + at),
                                Text(each, "name"),
                                Text(each, "query_store", "OFF")
                            )
                    ),
            ],
            Queries = [.. root.GetProperty("queries").EnumerateObject().Select((each, at) => Query(each, at + 1))],
        };
        return scenario with { Sessions = [.. List(root, "sessions").SelectMany(each => scenario.Copies(each))] };
    }

    private static LoginRow Login(JsonElement login) =>
        LoginRow.Of(
            Text(login, "name"),
            Text(login, "password"),
            List(login, "permissions").Concat(List(login, "roles")).Select(each => each.GetString() ?? "")
        ) with
        {
            Type = Text(login, "type") switch
            {
                "group" => "G",
                "windows" => "U",
                _ => "S",
            },
        };

    private static LoginRow Account(JsonElement account) =>
        LoginRow.Of(Text(account, "name"), Text(account, "password"), []) with
        {
            Type = "U",
            IsPrincipal = false,
            Groups = [.. List(account, "groups").Select(each => each.GetString() ?? "")],
        };

    private static QueryRow Query(JsonProperty property, int number)
    {
        var query = property.Value;
        var plan = PlanDocuments.Read(Text(query, "plan"));
        return new QueryRow(
            number,
            property.Name,
            Text(query, "sql", WebUtility.HtmlDecode(Attribute(plan, "StatementText"))),
            Text(query, "batch_prefix"),
            plan,
            Bytes(Text(query, "query_hash", Attribute(plan, "QueryHash"))),
            Bytes(Text(query, "query_plan_hash", Attribute(plan, "QueryPlanHash"))),
            Text(query, "database", "master")
        )
        {
            Dop = (int)Number(query, "dop", 1),
            GrantKb = (int)Number(query, "grant_kb", 0),
            HintFailure = (int)Number(query, "hint_failure", 0),
            IsSimple = Text(query, "parameterization") == "simple",
            IsShell = query.TryGetProperty("shell", out var shell) && shell.GetBoolean(),
        };
    }

    private IEnumerable<(
        string Name,
        string Login,
        string App,
        string Host,
        string Database,
        ImmutableArray<RequestScript> Requests
    )> Copies(JsonElement session)
    {
        for (var copy = 0; copy < Number(session, "count", 1); copy++)
        {
            var late = copy * Number(session, "stagger_s", 0);
            yield return (
                Text(session, "name"),
                Text(session, "login"),
                Text(session, "app"),
                Text(session, "host"),
                Text(session, "database", "master"),
                [.. List(session, "requests").Select(each => Request(each, late))]
            );
        }
    }

    private RequestScript Request(JsonElement request, double late) =>
        new(
            Queries.First(each => each.Name == Text(request, "query")),
            Number(request, "at", 0) + late,
            Number(request, "duration", 1),
            Number(request, "repeat_every", 0),
            Text(request, "blocked_by"),
            Number(request, "cpu_ms_per_s", 0),
            Number(request, "reads_per_s", 0)
        )
        {
            Command = Text(request, "command"),
            Wait = Text(request, "wait_type"),
            LogMegabytes = Number(request, "log_mb", 0),
            IsActivated = Number(request, "activated", 0) > 0,
        };

    private static JsonElement.ArrayEnumerator List(JsonElement owner, string name) =>
        owner.TryGetProperty(name, out var list) ? list.EnumerateArray() : Nothing.EnumerateArray();

    private static string Text(JsonElement owner, string name, string otherwise = "") =>
        owner.TryGetProperty(name, out var text) ? text.GetString() ?? "" : otherwise;

    private static double Number(JsonElement owner, string name, double otherwise) =>
        owner.TryGetProperty(name, out var number) ? number.GetDouble() : otherwise;

    private static string Attribute(string plan, string name) =>
        AttributeText().Matches(plan).FirstOrDefault(each => each.Groups["name"].Value == name)?.Groups["value"].Value
        ?? "";

    private static byte[] Bytes(string text) =>
        BitConverter.GetBytes(
            IPAddress.HostToNetworkOrder(
                long.Parse(text.AsSpan(2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture)
            )
        );

    [GeneratedRegex("(?<name>\\w+)=\"(?<value>[^\"]*)\"", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 5000)]
    private static partial Regex AttributeText();
}
