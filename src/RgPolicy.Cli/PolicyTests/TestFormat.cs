namespace RgPolicy.Cli.PolicyTests;

/// <summary>The forms of a test report.</summary>
internal enum TestFormat
{
    /// <summary>For people: failures with their trace.</summary>
    Text,

    /// <summary><c>rgp/test/1</c>.</summary>
    Json,

    /// <summary>JUnit XML.</summary>
    Junit,
}
