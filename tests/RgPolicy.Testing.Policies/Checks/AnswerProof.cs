using RgPolicy.Language.Diagnostics;
using RgPolicy.Testing.Policies.Text;
using RgPolicy.Testing.Policies.Truth;

namespace RgPolicy.Testing.Policies.Checks;

/// <summary>Holds each RG3016 against the answers of the plain interpreter for values that the signal
/// has on the target `generic`.</summary>
internal static class AnswerProof
{
    private static readonly object[] Versions = [new[] { 15 }, new[] { 15, 0 }, new[] { 15, 4 }, new[] { 15, 99, 1 }];
    private static readonly object[] Texts = ["", "x", "SSRS 2022", "%", "A_b*"];

    /// <summary>What is wrong with a finding, or null.</summary>
    public static string? Difference(PlainCondition condition, Diagnostic finding)
    {
        var atom = Atoms(condition).FirstOrDefault(each => each.Column == finding.Range.StartColumn);
        var said = finding.Message.Contains(" is always true", StringComparison.Ordinal);
        return atom is null ? "RG3016 at no question"
            : Values(atom.Signal).Any(value => PlainQuestions.Answer(atom, value) != said)
                ? $"RG3016 is wrong: {finding.Message}"
            : null;
    }

    private static object[] Values(PlainSignal signal) =>
        signal.Name switch
        {
            "dbms.kind" => ["postgresql"],
            "dbms.version" => Versions,
            _ => Texts,
        };

    private static IEnumerable<PlainAtom> Atoms(PlainCondition condition) =>
        condition switch
        {
            PlainAll all => all.Operands.SelectMany(Atoms),
            PlainNot not => Atoms(not.Operand),
            PlainAtom atom => [atom],
            _ => [],
        };
}
