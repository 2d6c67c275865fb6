namespace RgPolicy.Cli.Simulate;

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
