namespace RgPolicy.Dbms.SqlServer.Compile;

/// <summary>Names of the resource pools and workload groups, different even where a server ignores case.</summary>
internal sealed class GovernorPoolNames
{
    private readonly FrozenDictionary<string, string> _names;

    private GovernorPoolNames(FrozenDictionary<string, string> names) => _names = names;

    public string this[Pool pool] => _names[(pool ?? throw new ArgumentNullException(nameof(pool))).Name];

    public static GovernorPoolNames Of(IEnumerable<Pool> pools)
    {
        var taken = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        var names = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var pool in pools)
            names[pool.Name] = Free(GovernorNames.Of(pool.Name), taken);
        return new GovernorPoolNames(names.ToFrozenDictionary(StringComparer.Ordinal));
    }

    private static string Free(string wanted, HashSet<string> taken)
    {
        var name = wanted.Length <= GovernorNames.MaximumLength ? wanted : wanted[..GovernorNames.MaximumLength];
        for (var number = 2; !taken.Add(name); number++)
        {
            var suffix = FormattableString.Invariant($"_{number}");
            name = wanted[..Math.Min(wanted.Length, GovernorNames.MaximumLength - suffix.Length)] + suffix;
        }

        return name;
    }
}

/// <summary>The names of what RgPolicy creates in a SQL Server; whatever has another name is not its own.</summary>
internal static class GovernorNames
{
    public const string Prefix = "rgp_";

    /// <summary>The longest name of an object, in UTF-16 units.</summary>
    public const int MaximumLength = 128;

    /// <summary>The classifier's two names: one is in use while the other is written.</summary>
    public const string ClassifierA = Prefix + "classifier_a";

    public const string ClassifierB = Prefix + "classifier_b";

    public static string Of(string pool) => Prefix + pool;

    public static bool IsOwn(string name) => name.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase);
}
