using RgPolicy.Language.Conditions;
using RgPolicy.Language.Meaning;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Parts;

/// <summary>
/// What is governed only because a class's condition names it: superusers by their login, and statements of open
/// transactions that have written. A part that alone names one of them has an effect, though the condition is true for
/// the same queries without it.
/// </summary>
internal sealed class Naming
{
    private const string Writers = "\0"; // No login has this name.

    private readonly HashSet<Condition> _positive = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<string, int> _named = new(StringComparer.Ordinal);

    private Naming(Condition? condition)
    {
        if (condition is null)
            return;

        _positive.UnionWith(condition.Walk(isNegated: false));
        foreach (var name in Names(condition))
            _named[name] = _named.GetValueOrDefault(name) + 1;
    }

    public static Naming None { get; } = new(null);

    /// <summary>Of a class's condition.</summary>
    public static Naming Of(Condition condition) => new(condition);

    public bool IsFree(Part part) =>
        Names(part).GroupBy(name => name, StringComparer.Ordinal).All(named => named.Count() < _named[named.Key]);

    /// <summary>The part is left out.</summary>
    public void Leave(Part part)
    {
        foreach (var name in Names(part))
            _named[name]--;
    }

    private static IEnumerable<string> Names(Condition condition) =>
        condition.PositiveAtoms().SelectMany(atom => NamedWriters.Asks(atom) ? [Writers] : NamedLogins.In(atom));

    private IEnumerable<string> Names(Part part) =>
        !_positive.Contains(part.Whole)
            ? []
            : part.Whole switch
            {
                AndCondition and => Names(and.Operands[part.Place]),
                OrCondition or => Names(or.Operands[part.Place]),
                InCondition list => NamedLogins.In(list with { Values = [list.Values[part.Place]] }),
                _ => [],
            };
}

/// <summary>The classes without which some queries would not be governed at all, although their pool would be the
/// same.</summary>
internal sealed class NamingClasses
{
    private readonly Dictionary<string, int> _logins = new(StringComparer.Ordinal);

    public NamingClasses(Policy policy)
    {
        foreach (var login in policy.Classes.SelectMany(LoginsOf))
            _logins[login] = _logins.GetValueOrDefault(login) + 1;
    }

    public bool IsAlone(QueryClass item) =>
        AtomsOf(item).Any(NamedWriters.Asks) || LoginsOf(item).Any(login => _logins[login] == 1);

    private static IEnumerable<string> LoginsOf(QueryClass item) =>
        AtomsOf(item).SelectMany(NamedLogins.In).Distinct(StringComparer.Ordinal);

    private static IEnumerable<AtomCondition> AtomsOf(QueryClass item) =>
        item.Condition is { } condition ? condition.PositiveAtoms() : [];
}
