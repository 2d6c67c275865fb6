using System.Collections.Frozen;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Meaning;

/// <summary>
/// The logins that classes name with <c>session.login = exactly '...'</c> (or in a list): only these superusers are
/// governed. A login below a <c>not</c> does not count as named.
/// </summary>
public static class NamedLogins
{
    private static readonly Signal Login = SignalCatalog.Get("session.login");

    /// <summary>Their names.</summary>
    public static FrozenSet<string> Find(Policy policy) =>
        policy
            .Classes.SelectMany(queryClass =>
                queryClass.Condition is { } condition ? condition.PositiveAtoms().SelectMany(In) : []
            )
            .ToFrozenSet(StringComparer.Ordinal);

    /// <summary>The names in an atom; one that is listed twice comes twice.</summary>
    internal static IEnumerable<string> In(AtomCondition atom) =>
        atom switch
        {
            _ when atom.Signal != Login => [],
            ComparisonCondition { Operator: ComparisonOperator.Equal, Value: TextConstant login } => Names([login]),
            InCondition within => Names(within.Values),
            _ => [],
        };

    private static IEnumerable<string> Names(IEnumerable<Constant> logins) =>
        logins.OfType<TextConstant>().Where(login => login.Exactly).Select(login => login.Value);
}

/// <summary>
/// The classes that ask <c>plan.writes</c>: they mean statements of open transactions that have written too, which are
/// left alone else. A question below a <c>not</c> does not count.
/// </summary>
public static class NamedWriters
{
    private static readonly Signal Writes = SignalCatalog.Get("plan.writes");

    /// <summary>For each class, whether it does.</summary>
    public static ImmutableArray<bool> Find(Policy policy)
    {
        return
        [
            .. policy.Classes.Select(item => item.Condition is { } condition && condition.PositiveAtoms().Any(Asks)),
        ];
    }

    internal static bool Asks(AtomCondition atom) =>
        atom.Signal == Writes
        && atom is ComparisonCondition { Operator: ComparisonOperator.Equal, Value: BoolConstant { Value: true } };
}
