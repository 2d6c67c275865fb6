namespace RgPolicy.Cli.Simulate;

/// <summary>What was asked for.</summary>
/// <param name="Policy">The policy's path.</param>
/// <param name="Mix">The mix's path.</param>
/// <param name="Target">The target's name or file; null for generic.</param>
/// <param name="Against">Another policy's path, or null.</param>
/// <param name="Samples">Plays with drawn figures.</param>
/// <param name="FailOnWorse">A slower query is a finding.</param>
/// <param name="Format">The answer's form.</param>
internal sealed record SimulateRequest(
    string Policy,
    string Mix,
    string? Target,
    string? Against,
    int Samples,
    bool FailOnWorse,
    SimulateFormat Format
);

/// <summary>The forms of a simulation's answer.</summary>
internal enum SimulateFormat
{
    /// <summary>For people.</summary>
    Text,

    /// <summary><c>rgp/simulate/1</c>.</summary>
    Json,

    /// <summary>One HTML file with charts.</summary>
    Html,
}
