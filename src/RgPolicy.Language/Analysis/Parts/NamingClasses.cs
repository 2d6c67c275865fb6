using RgPolicy.Language.Conditions;
using RgPolicy.Language.Meaning;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Parts;

/// <summary>The classes without which some queries would not be governed at all, although their pool would be the
/// same.</summary>
internal sealed class NamingClasses
{
    private readonly Dictionary<string, int> _logins = new(StringComparer.Ordinal);

    /// <summary>Of a policy.</summary>
    public NamingClasses(Policy policy)
    {
        foreach (var login in policy.Classes.SelectMany(LoginsOf))
        {
            _logins[login] = _logins.GetValueOrDefault(login) + 1;
        }
    }

    /// <summary>True for a class that asks for writers, or alone names a login.</summary>
    public bool IsAlone(QueryClass item) =>
        AtomsOf(item).Any(NamedWriters.Asks) || LoginsOf(item).Any(login => _logins[login] == 1);

    private static IEnumerable<string> LoginsOf(QueryClass item) =>
        AtomsOf(item).SelectMany(NamedLogins.In).Distinct(StringComparer.Ordinal);

    private static IEnumerable<AtomCondition> AtomsOf(QueryClass item) =>
        item.Condition is { } condition ? PositiveAtoms.Of(condition) : [];
}
