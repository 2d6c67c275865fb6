using RgPolicy.Language.Diagnostics;
using RgPolicy.Testing.Policies.Text;

namespace RgPolicy.Testing.Policies.Checks;

/// <summary>
/// Counts, by code, the verdicts that hold of drawn policies whatever else is told of a class, and what
/// became of each: found, or not told for a reason that the language reference gives, or missing. A
/// finding that does not hold is false.
/// </summary>
internal sealed class DueVerdicts
{
    private readonly SortedDictionary<string, VerdictCount> _counts = new(StringComparer.Ordinal);

    /// <summary>By code.</summary>
    public IReadOnlyDictionary<string, VerdictCount> Counts => _counts;

    /// <summary>Adds what is due in one policy.</summary>
    public void Add(PlainPolicy policy, IReadOnlyCollection<Diagnostic> findings)
    {
        var expected = new ExpectedVerdicts(policy);
        var parts = new ExpectedParts(expected.Universe);
        var isOpen = true;
        for (var index = 0; index < policy.Classes.Count; index++)
        {
            PlainPolicy.Write(policy.Classes[index]); // So that each question knows its column.
            var state = expected.State(index);
            List<string> due =
            [
                .. state is null ? Enumerable.Empty<string>() : [state],
                .. expected.IsAlwaysTrue(index) ? ["RG3005"] : Enumerable.Empty<string>(),
                .. expected.IsRedundant(index) ? ["RG3004"] : Enumerable.Empty<string>(),
                .. parts.Find(policy.Classes[index].Condition).Select(_ => "RG3006"),
            ];
            var line = policy.FirstLine + index;
            var found = findings.Where(each => each.Range.StartLine == line).Select(each => each.Code).ToList();
            foreach (var code in new[] { "RG3001", "RG3002", "RG3003", "RG3004", "RG3005", "RG3006", "RG3008" })
            {
                var isBeside = state is not null && (code is "RG3004" or "RG3006");
                Add(code, due.Count(each => each == code), found.Count(each => each == code), isOpen, isBeside);
            }

            isOpen = isOpen && !expected.IsAlwaysTrue(index);
        }
    }

    private void Add(string code, int due, int found, bool isOpen, bool isBeside)
    {
        var count = _counts.GetValueOrDefault(code, new VerdictCount(0, 0, 0, 0, 0, 0));
        var left = Math.Max(0, due - found);
        _counts[code] = count with
        {
            Due = count.Due + due,
            Found = count.Found + Math.Min(due, found),
            False = count.False + Math.Max(0, found - due),
            Below = count.Below + (isOpen ? 0 : left),
            Beside = count.Beside + (isOpen && isBeside ? left : 0),
            Missing = count.Missing + (isOpen && !isBeside ? left : 0),
        };
    }
}
