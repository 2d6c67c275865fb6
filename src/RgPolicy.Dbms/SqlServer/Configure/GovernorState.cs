using RgPolicy.Dbms.SqlServer.Compile;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>Resource Governor's stored configuration, as the catalog tells it or as it should be.</summary>
internal sealed record GovernorState
{
    public const string Default = "default";

    private readonly ImmutableSortedDictionary<string, int>? _unwritten;

    /// <summary>False on a new server and after ALTER RESOURCE GOVERNOR DISABLE.</summary>
    public bool IsEnabled { get; init; }

    /// <summary>True while stored changes are not in force.</summary>
    public bool IsPending { get; init; }

    public ClassifierFunction? Classifier { get; init; }
    public ImmutableArray<ResourcePoolSpec> Pools { get; init; } = [];
    public ImmutableArray<WorkloadGroupSpec> Groups { get; init; } = [];
    public ImmutableArray<ClassifierFunction> Functions { get; init; } = [];

    /// <summary>What of others a plan takes over: it is changed, dropped and brought back as RgPolicy's own. Null where
    /// nothing is.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public GovernorAdoption? Adopted { get; init; }

    /// <summary>What the server stores and no policy writes, by name: it is compared, and never changed.</summary>
    [JsonIgnore]
    public ImmutableSortedDictionary<string, int> Unwritten
    {
        // What is read from a document has none.
        get => _unwritten ?? ImmutableSortedDictionary.Create<string, int>(StringComparer.Ordinal);
        init => _unwritten = value;
    }

    [JsonIgnore]
    public bool IsOwnClassifier =>
        Classifier is { } classifier && Functions.Any(function => function.IsSame(classifier));

    /// <summary>What RgPolicy created, and whatever decides how sessions are classified.</summary>
    public GovernorState Own() =>
        this with
        {
            IsPending = false,
            Pools = [.. Pools.Where(pool => IsOwnPool(pool.Name))],
            Groups = [.. Groups.Where(group => IsOwnGroup(group.Name))],
        };

    public bool IsOwnPool(string name) =>
        GovernorNames.IsOwn(name) || Adopted?.Pools.Contains(name, StringComparer.Ordinal) == true;

    public bool IsOwnGroup(string name) =>
        GovernorNames.IsOwn(name) || Adopted?.Groups.Contains(name, StringComparer.Ordinal) == true;

    public GovernorState Adopting(bool ofOthers, bool ofServer)
    {
        bool IsAdopted(string name) => Same(name, Default) ? ofServer : ofOthers && !GovernorNames.IsOwn(name);
        return this with
        {
            Adopted = new GovernorAdoption(
                [.. Pools.Select(pool => pool.Name).Where(IsAdopted)],
                [.. Groups.Select(group => group.Name).Where(IsAdopted)]
            ),
        };
    }

    /// <summary>The number of the server's own external pool, which groups have that name none.</summary>
    public const int DefaultExternalPool = 2;

    public const string MaxOutstandingIo = "MAX_OUTSTANDING_IO_PER_VOLUME";

    public static string ExternalPoolOf(string group) => $"the external pool of workload group {group}";

    /// <summary>The same without the server's own pool and group, unless they are taken over.</summary>
    public GovernorState OfUsers() =>
        this with
        {
            Pools = [.. Pools.Where(pool => !Same(pool.Name, Default) || IsOwnPool(pool.Name))],
            Groups = [.. Groups.Where(group => !Same(group.Name, Default) || IsOwnGroup(group.Name))],
        };

    /// <summary>Objects that are not RgPolicy's, and the classifier, whether it is RgPolicy's or not.</summary>
    public GovernorState Others() =>
        new()
        {
            Pools = [.. Pools.Where(pool => !IsOwnPool(pool.Name))],
            Groups = [.. Groups.Where(group => !IsOwnGroup(group.Name))],
            Classifier = Classifier,
            Unwritten = Unwritten.RemoveRange(Adopted?.Groups.Select(ExternalPoolOf) ?? []),
        };

    /// <summary>The pool of that name, or null. On a server on which case counts there may be two.</summary>
    public ResourcePoolSpec? Pool(string name) => Find(Pools, name);

    public WorkloadGroupSpec? Group(string name) => Find(Groups, name);

    public ClassifierFunction? Function(string name) => Find(Functions, name);

    public static TSpec? Find<TSpec>(ImmutableArray<TSpec> specs, string name)
        where TSpec : class, IGovernorObject =>
        specs.FirstOrDefault(each => each.Name == name) ?? specs.FirstOrDefault(each => Same(each.Name, name));

    /// <summary>What differs between two configurations, as messages name it.</summary>
    public static IEnumerable<string> Differing<TSpec>(ImmutableArray<TSpec> left, ImmutableArray<TSpec> right)
        where TSpec : class, IGovernorObject =>
        left.Except(right)
            .Concat(right.Except(left))
            .Select(each => $"{(each is ClassifierFunction ? "function" : each.Kind.Replace('_', ' '))} {each.Name}")
            .Distinct(StringComparer.OrdinalIgnoreCase);

    /// <summary>True where both have the same pools, groups and classifier of RgPolicy's.</summary>
    public bool HasSameOwn(GovernorState other)
    {
        var (left, right) = (Own(), other.Own());
        return left.Pools.SequenceEqual(right.Pools)
            && left.Groups.SequenceEqual(right.Groups)
            && left.Classifier == right.Classifier;
    }

    public bool Equals(GovernorState? other) =>
        other is not null
        && IsEnabled == other.IsEnabled
        && IsPending == other.IsPending
        && Classifier == other.Classifier
        && Pools.SequenceEqual(other.Pools)
        && Groups.SequenceEqual(other.Groups)
        && Functions.SequenceEqual(other.Functions);

    public override int GetHashCode() =>
        HashCode.Combine(IsEnabled, Classifier, Pools.Length, Groups.Length, Functions.Length);

    private static bool Same(string left, string right) =>
        string.Equals(left, right, StringComparison.OrdinalIgnoreCase);
}

/// <summary>Pools and groups of others that a plan takes over, by name.</summary>
internal sealed record GovernorAdoption(ImmutableArray<string> Pools, ImmutableArray<string> Groups);

internal sealed record ClassifierFunction(string Schema, string Name, string Definition) : IGovernorObject
{
    string IGovernorObject.Kind => GovernorKinds.Classifier;

    public const string OwnSchema = "dbo";

    public bool IsSame(ClassifierFunction other) =>
        string.Equals(Schema, other.Schema, StringComparison.OrdinalIgnoreCase)
        && string.Equals(Name, other.Name, StringComparison.OrdinalIgnoreCase);
}
