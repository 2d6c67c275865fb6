namespace RgPolicy.HtapBench.Options;

/// <summary>The scenarios' names on the command line.</summary>
internal static class ScenarioNames
{
    public const string OffOff = "off-off";
    public const string Moderate = "moderate";
    public const string Saturated = "saturated";
    public const string Copy = "copy";
    public const string TpcB = "tpcb";
    public const string BulkCopy = "bulk-copy";
    public const string BulkIndex = "bulk-index";
    public const string BulkInsert = "bulk-insert";
    public const string Tail = "tail";
    public const string OltpAlone = "oltp-alone";
    public const string AnalyticsAlone = "analytics-alone";
    public const string Reaction = "reaction";
    public const string Overhead = "overhead";
    public const string Soak = "soak";
    public const string Sessions = "sessions";
    public const string Start = "start";
    public const string Recording = "recording";
    public const string Suggested = "suggested";
    public const string Joins = "joins";
    public const string All = "all";

    /// <summary>What <c>all</c> means, in this order: the spread first, because it says what the rest
    /// is worth.</summary>
    public static readonly string[] InAll =
    [
        OffOff,
        Moderate,
        Saturated,
        Copy,
        OltpAlone,
        AnalyticsAlone,
        Reaction,
        Overhead,
    ];

    /// <summary>Every name that the option takes.</summary>
    public static readonly string[] Every =
    [
        .. InAll,
        TpcB,
        BulkCopy,
        BulkIndex,
        BulkInsert,
        Tail,
        Soak,
        Sessions,
        Start,
        Recording,
        Suggested,
        Joins,
        All,
    ];
}
