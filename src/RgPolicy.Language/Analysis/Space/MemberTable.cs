using RgPolicy.Language.Conditions;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>The flags of a set signal: one for each exact text that may be a member of it.</summary>
internal sealed class MemberTable
{
    private readonly Dictionary<string, List<Dimension>> _anyCasing = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, Dimension> _exactly = new(StringComparer.Ordinal);

    public MemberTable(IEnumerable<TextConstant> members, Func<string, Dimension> add)
    {
        foreach (var casings in members.GroupBy(member => member.Value, StringComparer.OrdinalIgnoreCase))
        {
            var exact = casings
                .Where(member => member.Exactly)
                .Select(member => member.Value)
                .Distinct(StringComparer.Ordinal)
                .ToList();
            foreach (var text in exact)
            {
                _exactly[text] = add(text);
            }

            var flags = exact.ConvertAll(text => _exactly[text]);
            if (Casings.FindOther(casings.Key, exact) is { } other)
            {
                flags.Add(add(other));
            }

            _anyCasing[casings.Key] = flags;
        }
    }

    /// <summary>The flags of which one must be set for the set to contain the text.</summary>
    public IEnumerable<Dimension> Of(TextConstant member) =>
        member.Exactly ? [_exactly[member.Value]] : _anyCasing[member.Value];
}
