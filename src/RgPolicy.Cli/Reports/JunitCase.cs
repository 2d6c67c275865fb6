namespace RgPolicy.Cli.Reports;

/// <summary>One case of a JUnit report.</summary>
/// <param name="Name">What was tested.</param>
/// <param name="Line">Where it stands.</param>
/// <param name="Failure">Why it failed, or null when it passed.</param>
/// <param name="FailureType">The code of the failure.</param>
/// <param name="Details">More about the failure, several lines.</param>
internal sealed record JunitCase(
    string Name,
    int Line,
    string? Failure = null,
    string FailureType = "",
    string Details = ""
);
