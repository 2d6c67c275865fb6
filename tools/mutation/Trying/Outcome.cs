namespace RgPolicy.Mutation.Trying;

/// <summary>What became of a change.</summary>
internal enum Outcome
{
    /// <summary>A test failed.</summary>
    Killed,

    /// <summary>A test ran without end.</summary>
    Endless,

    /// <summary>The tests' process ended.</summary>
    Crashed,

    /// <summary>No test saw it.</summary>
    Survived,

    /// <summary>No test runs the code.</summary>
    NotReached,
}
