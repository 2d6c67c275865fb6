namespace RgPolicy.Cli.PolicyTests;

/// <summary>What reading a file with tests gave: exactly one of the two is set.</summary>
/// <param name="Suite">Its tests.</param>
/// <param name="Failure">Why they cannot be run, as a failed test.</param>
internal sealed record TestSuiteReading(TestSuite? Suite, TestOutcome? Failure)
{
    /// <summary>A file that cannot be used.</summary>
    public static TestSuiteReading Failed(TestOutcome failure) => new(null, failure);
}
