namespace RgPolicy.MySqlConformance;

/// <summary>How a check went.</summary>
internal enum Outcome
{
    /// <summary>It is as RgPolicy needs it.</summary>
    Passed,

    /// <summary>It is not.</summary>
    Failed,

    /// <summary>It cannot be tried here.</summary>
    Skipped,
}
