using RgPolicy.Dbms.SqlServer.Compile;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>
/// Names of objects that are there already are written as they are there: for most servers two names
/// that differ only in case are one, and an object cannot be renamed.
/// </summary>
internal static class GovernorSpelling
{
    /// <summary>The same with the server's spelling.</summary>
    public static GovernorSpec AsOn(GovernorState actual, GovernorSpec spec) =>
        new(
            [.. spec.Pools.Select(pool => pool with { Name = PoolName(actual, pool.Name) })],
            [
                .. spec.Groups.Select(group =>
                    group with
                    {
                        Name = GroupName(actual, group.Name),
                        Pool = PoolName(actual, group.Pool),
                    }
                ),
            ],
            spec.Classifier is not { } classifier
                ? null
                : classifier with
                {
                    Rules = [.. classifier.Rules.Select(rule => rule with { Group = GroupName(actual, rule.Group) })],
                    Otherwise = GroupName(actual, classifier.Otherwise),
                }
        );

    private static string PoolName(GovernorState actual, string name) => actual.Pool(name)?.Name ?? name;

    private static string GroupName(GovernorState actual, string name) => actual.Group(name)?.Name ?? name;
}
