using System.Xml;
using System.Xml.Linq;

namespace RgPolicy.Dbms.SqlServer.Events;

/// <summary>Reads what targets of Extended Events hold; what cannot be read counts as nothing.</summary>
internal static class EventTargets
{
    private static readonly XmlReaderSettings Settings = new() { DtdProcessing = DtdProcessing.Prohibit };

    public static ImmutableArray<(string Hash, long Count)> Slots(string xml) =>
        [
            .. Parse(xml)
                .Descendants("Slot")
                .Select(slot => (Hash: HashOf(slot.Value), Count: Number(slot.Attribute("count")?.Value)))
                .Where(each => each.Count > 0)
                .OrderByDescending(each => each.Count)
                .ThenBy(each => each.Hash, StringComparer.Ordinal),
        ];

    /// <summary>When an event happened, and in whose session; oldest first.</summary>
    public static ImmutableArray<(string At, long Session)> Events(string xml) =>
        [
            .. Parse(xml)
                .Descendants("event")
                .Select(each =>
                    (
                        At: each.Attribute("timestamp")?.Value ?? "",
                        Session: Number(
                            each.Elements("action")
                                .FirstOrDefault(action => action.Attribute("name")?.Value == "session_id")
                                ?.Element("value")
                                ?.Value
                        )
                    )
                )
                .OrderBy(each => each.At, StringComparer.Ordinal),
        ];

    private static XDocument Parse(string xml)
    {
        try
        {
            using var reader = XmlReader.Create(new StringReader(xml), Settings);
            return XDocument.Load(reader);
        }
        catch (XmlException)
        {
            return new XDocument();
        }
    }

    /// <summary>As everywhere else: the server counts a hash as a number here.</summary>
    private static string HashOf(string value) =>
        ulong.TryParse(value.Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out var hash)
            ? "0x" + hash.ToString("X16", CultureInfo.InvariantCulture)
            : value.Trim();

    private static long Number(string? text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0;
}

/// <summary>The two sessions of Extended Events that RgPolicy makes where it is asked to, in memory only: what happens
/// keeps no server from ending a statement, and what finds no room is lost.</summary>
internal static class EventSessions
{
    /// <summary>Counts the statements that end too fast for a poll, by query hash.</summary>
    public const string Short = "rgp_short_statements";

    /// <summary>Keeps the last requests above the CPU time that their workload group allows.</summary>
    public const string OverCpu = "rgp_over_cpu_time";

    private const string Options =
        "WITH (MAX_MEMORY = 1024 KB, EVENT_RETENTION_MODE = ALLOW_MULTIPLE_EVENT_LOSS, "
        + "MAX_DISPATCH_LATENCY = 5 SECONDS, STARTUP_STATE = OFF)";

    // Microseconds: the shortest time between two polls.
    private const string Counted = "(ACTION(sqlserver.query_hash) WHERE ([duration] < (100000)))";

    /// <summary>Makes both and starts them; what an earlier run has left is replaced.</summary>
    public static IReadOnlyList<string> Begin { get; } =
    [
        .. End,
        $"CREATE EVENT SESSION [{Short}] ON SERVER ADD EVENT sqlserver.sql_statement_completed{Counted}, "
            + $"ADD EVENT sqlserver.sp_statement_completed{Counted} "
            + "ADD TARGET package0.histogram(SET source = N'sqlserver.query_hash', source_type = (1), slots = (256)) "
            + $"{Options};",
        $"CREATE EVENT SESSION [{OverCpu}] ON SERVER "
            + "ADD EVENT sqlserver.cpu_threshold_exceeded(ACTION(sqlserver.session_id)) "
            + "ADD TARGET package0.ring_buffer(SET max_events_limit = (100), max_memory = (256)) "
            + $"{Options};",
        $"ALTER EVENT SESSION [{Short}] ON SERVER STATE = START;",
        $"ALTER EVENT SESSION [{OverCpu}] ON SERVER STATE = START;",
    ];

    public static IReadOnlyList<string> End => [Drop(Short), Drop(OverCpu)];

    public const string Read =
        "SELECT s.name, CONVERT(nvarchar(max), t.target_data) FROM sys.dm_xe_sessions AS s "
        + "JOIN sys.dm_xe_session_targets AS t ON t.event_session_address = s.address "
        + "WHERE s.name IN (N'"
        + Short
        + "', N'"
        + OverCpu
        + "');";

    private static string Drop(string name) =>
        $"IF EXISTS (SELECT 1 FROM sys.server_event_sessions WHERE name = N'{name}') "
        + $"DROP EVENT SESSION [{name}] ON SERVER;";
}
