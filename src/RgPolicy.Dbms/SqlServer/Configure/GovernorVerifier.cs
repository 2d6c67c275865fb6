namespace RgPolicy.Dbms.SqlServer.Configure;

internal static class GovernorVerifier
{
    public static Verification Verify(
        GovernorState goal,
        GovernorState stored,
        GovernorState effective,
        ImmutableSortedDictionary<string, int> sessions
    )
    {
        var own = stored.Own();
        var waitingGroups = own
            .Groups.Where(group =>
                goal.Group(group.Name) is null && group == group.Lift() && sessions.ContainsKey(group.Name)
            )
            .ToList();
        var waitingPools = own
            .Pools.Where(pool =>
                goal.Pool(pool.Name) is null
                && pool == pool.Lift()
                && stored.Groups.Any(group => string.Equals(group.Pool, pool.Name, StringComparison.OrdinalIgnoreCase))
            )
            .ToList();
        var settled = own with
        {
            Groups = own.Groups.RemoveRange(waitingGroups),
            Pools = own.Pools.RemoveRange(waitingPools),
        };
        ImmutableArray<string> differences =
        [
            .. Differences(goal, settled, "stored"),
            .. stored.IsPending ? ["stored changes are not in force"] : Array.Empty<string>(),
            .. stored.IsEnabled ? Differences(own, effective.Own(), "in force") : [],
        ];
        return new Verification(
            differences,
            [
                .. waitingGroups.Select(group =>
                    FormattableString.Invariant(
                        $"workload group {group.Name}: {sessions[group.Name]} sessions are in it"
                    )
                ),
            ]
        );
    }

    private static IEnumerable<string> Differences(GovernorState wanted, GovernorState actual, string where)
    {
        if (wanted.IsEnabled != actual.IsEnabled)
            yield return $"Resource Governor is {(actual.IsEnabled ? "on" : "off")}";
        if (wanted.Classifier != actual.Classifier)
            yield return $"the classifier that is {where} is {actual.Classifier?.Name ?? "none"}, not {wanted.Classifier?.Name ?? "none"}";
        IEnumerable<string> names =
        [
            .. GovernorState.Differing(wanted.Pools, actual.Pools),
            .. GovernorState.Differing(wanted.Groups, actual.Groups),
            .. GovernorState.Differing(wanted.Functions, actual.Functions),
        ];
        foreach (var name in names)
            yield return $"{name} is not {where} as it should be";
    }
}
