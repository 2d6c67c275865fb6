namespace RgPolicy.Sidecar.Levers;

/// <summary>
/// Names of our groups: <c>rgp_NUMBER</c>, with a suffix when another sidecar on this host has that name already;
/// <c>rgp_pNUMBER</c> are the provisioner's, which only root removes.
/// </summary>
internal static class GroupName
{
    private const string Prefix = "rgp_";
    private const string ProvisionedPrefix = "rgp_p";
    private const int Attempts = 9;

    /// <summary>Where a service manager puts a unit's short-lived control processes; see
    /// <see cref="ControlGroup"/>.</summary>
    internal const string Control = ".control";

    /// <summary>Whether a name is <c>rgp_</c>, a number from 1 to 99, and perhaps <c>_2</c> to <c>_9</c>.</summary>
    internal static bool IsOurs(string name) => HasForm(name, Prefix, withZero: false);

    /// <summary>Whether a name is one that the provisioner gives; number 0 is the group to which
    /// processes return.</summary>
    internal static bool IsProvisioned(string name) => HasForm(name, ProvisionedPrefix, withZero: true);

    /// <summary>Whether a name is one that we give at all.</summary>
    internal static bool IsAnyOfOurs(string name) => IsOurs(name) || IsProvisioned(name) || name == Control;

    /// <summary>The names to try for a pool, best first.</summary>
    internal static IEnumerable<string> Candidates(int pool) => WithSuffixes(Prefix, pool);

    /// <summary>The names that the provisioner tries, best first.</summary>
    internal static IEnumerable<string> ProvisionedCandidates(int pool) => WithSuffixes(ProvisionedPrefix, pool);

    private static bool HasForm(string name, string prefix, bool withZero)
    {
        if (!name.StartsWith(prefix, StringComparison.Ordinal))
            return false;

        var number = name.AsSpan(prefix.Length);
        if (number is [.. var before, '_', >= '2' and <= '9'])
            number = before;

        return (withZero && number is ['0']) || number is [>= '1' and <= '9'] or [>= '1' and <= '9', >= '0' and <= '9'];
    }

    private static IEnumerable<string> WithSuffixes(string prefix, int pool) =>
        Enumerable
            .Range(1, Attempts)
            .Select(i =>
                i == 1
                    ? string.Create(CultureInfo.InvariantCulture, $"{prefix}{pool}")
                    : string.Create(CultureInfo.InvariantCulture, $"{prefix}{pool}_{i}")
            );
}
