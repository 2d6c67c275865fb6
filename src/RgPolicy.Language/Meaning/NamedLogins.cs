using System.Collections.Frozen;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Meaning;

/// <summary>
/// The logins that classes name with <c>session.login = exactly '...'</c> (or in a list): only these superusers are
/// governed. What stands under a <c>not</c> names nobody.
/// </summary>
public static class NamedLogins
{
    private static readonly Signal Login = SignalCatalog.Get("session.login");

    /// <summary>Their names.</summary>
    public static FrozenSet<string> Find(Policy policy) => policy.Classes
        .SelectMany(queryClass => queryClass.Condition is { } condition ? In(condition) : [])
        .Where(login => login.Exactly)
        .Select(login => login.Value)
        .ToFrozenSet(StringComparer.Ordinal);

    private static IEnumerable<TextConstant> In(Condition condition) => condition switch
    {
        AndCondition and => and.Operands.SelectMany(In),
        OrCondition or => or.Operands.SelectMany(In),
        ComparisonCondition { Operator: ComparisonOperator.Equal, Value: TextConstant login } equal
            when equal.Signal == Login => [login],
        InCondition within when within.Signal == Login => within.Values.OfType<TextConstant>(),
        _ => [],
    };
}
