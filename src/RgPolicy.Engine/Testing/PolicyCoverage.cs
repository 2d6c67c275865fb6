using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Testing;

/// <summary>
/// What the tests of a policy have reached. A class is covered when a test came out with it. Every
/// question that a class asks has two branches, true and false; a branch is covered when a test that tried the class
/// got that answer. A step of a rule is covered when it held where a test says what the rule does, and an <c>unless</c>
/// when it held back a step there; a state when a test expected it and it was active, and once more when a test
/// expected it to be left.
/// </summary>
/// <param name="Classes">Classes of the policy, <c>default</c> included.</param>
/// <param name="CoveredClasses">Those that a test came out with.</param>
/// <param name="Branches">Two for each question.</param>
/// <param name="CoveredBranches">Those that a test took.</param>
/// <param name="Steps">Steps and <c>unless</c> of rules.</param>
/// <param name="CoveredSteps">Those that a test has seen at work.</param>
/// <param name="States">Two for each state: entered and left.</param>
/// <param name="CoveredStates">Those that a test has seen.</param>
internal sealed record PolicyCoverage(
    int Classes,
    int CoveredClasses,
    int Branches,
    int CoveredBranches,
    int Steps,
    int CoveredSteps,
    int States,
    int CoveredStates
)
{
    /// <summary>Nothing to cover.</summary>
    public static PolicyCoverage None { get; } = new(0, 0, 0, 0, 0, 0, 0, 0);

    /// <summary>What no test touches, in the order of the policy.</summary>
    public ImmutableArray<UntouchedPart> Untouched { get; init; } = [];

    /// <summary>Share of the classes, 0 to 100; 100 where there is none.</summary>
    public decimal ClassPercent => Percent(CoveredClasses, Classes);

    /// <summary>Share of the branches, 0 to 100; 100 where there is none.</summary>
    public decimal BranchPercent => Percent(CoveredBranches, Branches);

    /// <summary>Share of the rules' steps, 0 to 100; 100 where there is none.</summary>
    public decimal StepPercent => Percent(CoveredSteps, Steps);

    /// <summary>Share of the states, 0 to 100; 100 where there is none.</summary>
    public decimal StatePercent => Percent(CoveredStates, States);

    /// <summary>The least of the shares.</summary>
    public decimal LeastPercent => Math.Min(Math.Min(ClassPercent, BranchPercent), Math.Min(StepPercent, StatePercent));

    /// <summary>Measures what the results of a policy's tests have reached.</summary>
    public static PolicyCoverage Of(Policy policy, IReadOnlyCollection<PolicyTestResult> results)
    {
        var classes = CoveredParts.Classes(policy, results).ToList();
        var branches = CoveredParts.Branches(policy, results).ToList();
        var steps = CoveredParts.Steps(policy, results).ToList();
        var states = CoveredParts.States(policy, results).ToList();
        return new PolicyCoverage(
            classes.Count,
            Covered(classes),
            branches.Count,
            Covered(branches),
            steps.Count,
            Covered(steps),
            states.Count,
            Covered(states)
        )
        {
            Untouched =
            [
                .. classes
                    .Concat(branches)
                    .Concat(steps)
                    .Concat(states)
                    .Where(part => !part.IsCovered)
                    .Select(part => part.Part)
                    .OrderBy(part => part.Line),
            ],
        };
    }

    /// <summary>The sum over several policies.</summary>
    public PolicyCoverage Add(PolicyCoverage other) =>
        new(
            Classes + other.Classes,
            CoveredClasses + other.CoveredClasses,
            Branches + other.Branches,
            CoveredBranches + other.CoveredBranches,
            Steps + other.Steps,
            CoveredSteps + other.CoveredSteps,
            States + other.States,
            CoveredStates + other.CoveredStates
        )
        {
            Untouched = Untouched.AddRange(other.Untouched),
        };

    private static int Covered(List<(UntouchedPart Part, bool IsCovered)> parts) => parts.Count(part => part.IsCovered);

    private static decimal Percent(int part, int whole) => whole == 0 ? 100 : Math.Round(100m * part / whole, 2);
}
