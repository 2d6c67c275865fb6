using RgPolicy.Engine.Classify;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Testing;

/// <summary>
/// What the tests of a policy have reached. A class is covered when a test came out with it. Every question that a class
/// asks has two branches, true and false; a branch is covered when a test that tried the class got that answer.
/// </summary>
/// <param name="Classes">Classes of the policy, <c>default</c> included.</param>
/// <param name="CoveredClasses">Those that a test came out with.</param>
/// <param name="Branches">Two for each question.</param>
/// <param name="CoveredBranches">Those that a test took.</param>
public sealed record PolicyCoverage(int Classes, int CoveredClasses, int Branches, int CoveredBranches)
{
    /// <summary>Nothing to cover.</summary>
    public static PolicyCoverage None { get; } = new(0, 0, 0, 0);

    /// <summary>Share of the classes, 0 to 100; 100 where there is none.</summary>
    public decimal ClassPercent => Percent(CoveredClasses, Classes);

    /// <summary>Share of the branches, 0 to 100; 100 where there is none.</summary>
    public decimal BranchPercent => Percent(CoveredBranches, Branches);

    /// <summary>Measures what the results of a policy's tests have reached.</summary>
    public static PolicyCoverage Of(Policy policy, IReadOnlyCollection<PolicyTestResult> results)
    {
        var tried = results.SelectMany(result => result.Trace?.Tried ?? []).ToLookup(each => each.Class, StringComparer.Ordinal);
        var questions = policy.Classes.Sum(item => CountQuestions(item.Condition));
        var answered = policy.Classes.Sum(item => tried[item.Name]
            .SelectMany(each => each.Atoms.Select((atom, place) => (place, atom.Result)))
            .Where(answer => answer.Result != Truth.Unknown)
            .Distinct()
            .Count());
        var reached = results.Where(result => result.ClassIndex >= 0).Select(result => result.ClassIndex).Distinct().Count();
        return new PolicyCoverage(policy.Classes.Length, reached, 2 * questions, answered);
    }

    /// <summary>The sum over several policies.</summary>
    public PolicyCoverage Add(PolicyCoverage other) => new(
        Classes + other.Classes,
        CoveredClasses + other.CoveredClasses,
        Branches + other.Branches,
        CoveredBranches + other.CoveredBranches);

    private static decimal Percent(int part, int whole) => whole == 0 ? 100 : Math.Round(100m * part / whole, 2);

    private static int CountQuestions(Condition? condition) => condition switch
    {
        null => 0,
        AndCondition all => all.Operands.Sum(CountQuestions),
        OrCondition any => any.Operands.Sum(CountQuestions),
        NotCondition not => CountQuestions(not.Operand),
        _ => 1,
    };
}
