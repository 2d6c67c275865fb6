using System.Text.Json.Serialization;

namespace RgPolicy.Dbms.SqlServer.Hints;

/// <summary>One hint of RgPolicy's, as the journal keeps it: the server has no mark of an owner.</summary>
/// <param name="Database">The database.</param>
/// <param name="QueryId">The Query Store's number of the query.</param>
/// <param name="QueryHash">Its fingerprint.</param>
/// <param name="Text">The hint that was asked for.</param>
/// <param name="Stored">The hint as the server showed it afterwards; null until it was read back.</param>
/// <param name="Class">The class that asked for it.</param>
/// <param name="Expires">When it is cleared unless its statement runs again before.</param>
internal sealed record HintEntry(
    string Database,
    long QueryId,
    string QueryHash,
    string Text,
    string? Stored,
    string Class,
    DateTimeOffset Expires
)
{
    /// <summary>So long after its statement ran last a hint is cleared.</summary>
    public static readonly TimeSpan Lifetime = TimeSpan.FromHours(1);

    private static readonly TimeSpan Renewal = TimeSpan.FromMinutes(10);
    private static readonly TimeSpan LeastOfARule = TimeSpan.FromSeconds(10);

    /// <summary>When it is cleared also while its statement runs; null where only the statement decides.</summary>
    public DateTimeOffset? Until { get; init; }

    /// <summary>The group of replicas whose executions it is for; null for those of the server that it was set
    /// on.</summary>
    public long? ReplicaGroup { get; init; }

    /// <summary>Why it is cleared when its time is over.</summary>
    [JsonIgnore]
    public string WhyOver =>
        Until <= Expires ? "a rule's time for it is over" : "its statement did not run for an hour";

    /// <summary>It goes on for as long as may be, as of a time.</summary>
    public HintEntry Renewed(DateTimeOffset now, DateTimeOffset? until) =>
        this with
        {
            Until = until,
            Expires = until < now + Lifetime ? until.Value : now + Lifetime,
        };

    /// <summary>True where another entry of the same hint ends at quite another time; what differs by less is not worth
    /// writing to the disk.</summary>
    public bool DiffersFrom(HintEntry other) =>
        (other.Expires - Expires).Duration() > Renewal
        || Until is null != other.Until is null
        || (Until - other.Until)?.Duration() > LeastOfARule;

    /// <summary>True where a text is the hint that RgPolicy has set, and not one of others.</summary>
    public bool IsOwn(string text) => string.Equals(text, Stored ?? Text, StringComparison.Ordinal);
}
