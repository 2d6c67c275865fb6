using System.Collections.Immutable;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Meaning;

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
        {
            return;
        }

        Add(condition);
        foreach (var name in Names(condition))
        {
            _named[name] = _named.GetValueOrDefault(name) + 1;
        }
    }

    /// <summary>For a condition that names no login.</summary>
    public static Naming None { get; } = new(null);

    /// <summary>Of a class's condition.</summary>
    public static Naming Of(Condition condition) => new(condition);

    /// <summary>True where all that the part names is named elsewhere in what is left.</summary>
    public bool IsFree(Part part) => AreFree([part]);

    /// <summary>The same of several that go together.</summary>
    public bool AreFree(ImmutableArray<Part> parts) =>
        _named.Count == 0
        || parts
            .SelectMany(Names)
            .GroupBy(name => name, StringComparer.Ordinal)
            .All(named => named.Count() < _named[named.Key]);

    /// <summary>The part is left out.</summary>
    public void Leave(Part part)
    {
        foreach (var name in Names(part))
        {
            _named[name]--;
        }
    }

    private static IEnumerable<string> Names(Condition condition) =>
        PositiveAtoms.Of(condition).SelectMany(atom => NamedWriters.Asks(atom) ? [Writers] : NamedLogins.In(atom));

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

    private void Add(Condition condition)
    {
        _positive.Add(condition);
        var operands = condition switch
        {
            AndCondition and => and.Operands,
            OrCondition or => or.Operands,
            _ => [],
        };
        foreach (var operand in operands)
        {
            Add(operand);
        }
    }
}
