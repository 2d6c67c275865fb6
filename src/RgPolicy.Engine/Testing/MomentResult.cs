using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Explain;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Testing;

/// <summary>What a policy test found at one of its moments.</summary>
/// <param name="Expected">What was expected there.</param>
/// <param name="Decision">The class.</param>
/// <param name="Rules">Every rule, in the order of the policy.</param>
/// <param name="States">The active states.</param>
/// <param name="Trace">Each class tried and what decided.</param>
/// <param name="Message">What is not as expected; empty when all is.</param>
internal sealed record MomentResult(
    ImmutableArray<TestExpectation> Expected,
    ClassDecision Decision,
    ImmutableArray<RuleResult> Rules,
    ImmutableArray<string> States,
    Explanation Trace,
    string Message
)
{
    /// <summary>The test says something of the query's class here.</summary>
    public bool IsOfClass => Expected.Any(ExpectationKinds.IsOfClass);

    /// <summary>The test says here what a rule does.</summary>
    public bool IsOfRule(string name) =>
        Expected.Any(expected =>
            expected switch
            {
                TestExpectation.Rule rule => rule.Name == name,
                TestExpectation.NoRule rule => rule.Name is null || rule.Name == name,
                _ => false,
            }
        );

    /// <summary>The test says here that a state is active.</summary>
    public bool ExpectsState(string name) =>
        Expected.Any(expected => expected is TestExpectation.State state && state.Name == name);

    /// <summary>The test says here that a state is not active.</summary>
    public bool ExpectsNoState(string name) =>
        Expected.Any(expected =>
            expected is TestExpectation.NoState state && (state.Name is null || state.Name == name)
        );
}
