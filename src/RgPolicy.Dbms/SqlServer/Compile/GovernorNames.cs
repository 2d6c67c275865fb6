namespace RgPolicy.Dbms.SqlServer.Compile;

/// <summary>The names of what RgPolicy creates in a SQL Server; whatever has another name is not its own.</summary>
public static class GovernorNames
{
    /// <summary>What every name begins with.</summary>
    public const string Prefix = "rgp_";

    /// <summary>The longest name of an object, in UTF-16 units.</summary>
    public const int MaximumLength = 128;

    /// <summary>The classifier's two names: one is in use while the other is written.</summary>
    public const string ClassifierA = Prefix + "classifier_a";

    /// <summary>The other one.</summary>
    public const string ClassifierB = Prefix + "classifier_b";

    /// <summary>The resource pool and the workload group of a pool of the policy.</summary>
    public static string Of(string pool) => Prefix + pool;

    /// <summary>True for a name that RgPolicy gave.</summary>
    public static bool IsOwn(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return name.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase);
    }
}
