namespace RgPolicy.Dbms.SqlServer.Hints;

/// <summary>The hints that RgPolicy has set on one server. It is on the disk before the server is asked
/// for anything.</summary>
internal sealed class HintJournal
{
    private const string What = "the journal of hints";

    private readonly ListFile<HintEntry> _file;

    private HintJournal(ListFile<HintEntry> file) => _file = file;

    public ImmutableArray<HintEntry> Entries => _file.Entries;

    /// <summary>What was lost when it was opened, or null.</summary>
    public string? Damage { get; private init; }

    /// <summary>Opens the one of a server in a directory; of a damaged one what can be read.</summary>
    public static HintJournal Open(string directory, ServerIdentity server)
    {
        var path = Path.Combine(directory, "hints-" + ChangeJournal.FileName(server));
        try
        {
            return new HintJournal(
                ListFile<HintEntry>.Open(path, What, HintJson.Default.ImmutableArrayHintEntry, IsWhole)
            );
        }
        catch (ConfigureException e) when (e.IsDamage)
        {
            var (list, kept) = ListFile<HintEntry>.Salvage(
                path,
                What,
                HintJson.Default.ImmutableArrayHintEntry,
                HintJson.Default.HintEntry,
                IsWhole
            );
            return new HintJournal(list)
            {
                Damage =
                    $"{e.Message}; it is kept as {kept}, and {list.Entries.Length} hints could be read: any beyond "
                    + "these stay until they are cleared by hand",
            };
        }
    }

    public IEnumerable<HintEntry> Of(string database, string queryHash) =>
        Entries.Where(each => each.Database == database && each.QueryHash == queryHash);

    public void Put(HintEntry entry) => _file.Save([.. Entries.Where(each => !IsSame(each, entry)), entry]);

    public void Remove(HintEntry entry) => _file.Save([.. Entries.Where(each => !IsSame(each, entry))]);

    private static bool IsWhole(HintEntry? entry) =>
        entry is { Database.Length: > 0, QueryHash: not null, Text: not null };

    private static bool IsSame(HintEntry left, HintEntry right) =>
        left.Database == right.Database && left.QueryId == right.QueryId && left.ReplicaGroup == right.ReplicaGroup;
}

/// <summary>One hint of RgPolicy's, as the journal keeps it: the server has no mark of an owner.</summary>
/// <remarks><c>QueryId</c>: the Query Store's number of the query. <c>Text</c>: the hint that was asked for.
/// <c>Stored</c>: the hint as the server showed it afterwards; null until it was read back. <c>Class</c>: the class
/// that asked for it. <c>Expires</c>: when it is cleared unless its statement runs again before.</remarks>
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

    [JsonIgnore]
    public string WhyOver =>
        Until <= Expires ? "a rule's time for it is over" : "its statement did not run for an hour";

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

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, WriteIndented = true)]
[JsonSerializable(typeof(ImmutableArray<HintEntry>))]
[JsonSerializable(typeof(HintFacts))]
internal sealed partial class HintJson : JsonSerializerContext;

/// <remarks><c>Class</c>: the class that asked for it; null where RgPolicy did not set it.</remarks>
internal sealed record HintFacts(string Hint, string QueryHash, string? Class);
