using RgPolicy.Dbms.SqlServer.Compile;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>Says what configuration a policy leads to on a server as it is.</summary>
internal static class GovernorGoal
{
    public static GovernorState Of(GovernorSpec spec, GovernorState actual)
    {
        spec = GovernorSpelling.AsOn(actual, spec);
        if (spec.Classifier is not { } classifier)
        {
            return actual.Own() with
            {
                Pools = [],
                Groups = [],
                Classifier = actual.IsOwnClassifier ? null : actual.Classifier,
            };
        }

        var function = FunctionOf(classifier, actual);
        return new GovernorState
        {
            IsEnabled = true,
            Adopted = actual.Adopted,
            Classifier = function,
            Pools = [.. spec.Pools.OrderBy(pool => pool.Name, StringComparer.Ordinal)],
            Groups = [.. spec.Groups.OrderBy(group => group.Name, StringComparer.Ordinal)],
            Functions =
            [
                .. actual
                    .Functions.Where(each => !each.IsSame(function))
                    .Append(function)
                    .OrderBy(each => each.Name, StringComparer.Ordinal),
            ],
        };
    }

    /// <summary>The one in use where it says the same already, else the other of the pair.</summary>
    private static ClassifierFunction FunctionOf(LoginClassifier classifier, GovernorState actual)
    {
        var (first, second) = (
            Named(classifier, GovernorNames.ClassifierA),
            Named(classifier, GovernorNames.ClassifierB)
        );
        var inUse = actual.Classifier;
        if (inUse is not null && inUse.IsSame(second))
            (first, second) = (second, first);
        return inUse is not null && inUse.IsSame(first) && inUse.Definition != first.Definition ? second : first;
    }

    private static ClassifierFunction Named(LoginClassifier classifier, string name) =>
        new(ClassifierFunction.OwnSchema, name, ClassifierWriter.Write(classifier, name));
}

/// <summary>Names of objects that are there already are written as they are there: for most servers two names that
/// differ only in case are one, and an object cannot be renamed.</summary>
internal static class GovernorSpelling
{
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
