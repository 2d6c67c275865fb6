using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Testing;

/// <summary>What has to be known to judge an expectation.</summary>
internal static class ExpectationKinds
{
    /// <summary>The query's class.</summary>
    public static bool IsOfClass(TestExpectation expected) =>
        expected
            is not (
                TestExpectation.State
                or TestExpectation.NoState
                or TestExpectation.Yields
                or TestExpectation.NoYields
            );

    /// <summary>The query's class explains it.</summary>
    public static bool IsOfOnlyClass(TestExpectation expected) =>
        IsOfClass(expected)
        && expected
            is not (
                TestExpectation.Rule
                or TestExpectation.NoRule
                or TestExpectation.Quarantine
                or TestExpectation.NoQuarantine
            );

    /// <summary>What rules do.</summary>
    public static bool IsOfRule(TestExpectation expected) =>
        IsOfClass(expected)
        && expected is not (TestExpectation.Class or TestExpectation.Line or TestExpectation.Provisional);

    /// <summary>Which states are active.</summary>
    public static bool IsOfState(TestExpectation expected) =>
        expected is TestExpectation.State or TestExpectation.NoState or TestExpectation.Value or TestExpectation.Mask;

    /// <summary>Whether a result that is not final contradicts it.</summary>
    public static bool WantsFinal(TestExpectation expected) =>
        IsOfClass(expected) && expected is not TestExpectation.Provisional;
}
