using RgPolicy.Engine.Compile;

namespace RgPolicy.Service.Policies;

/// <summary>A changed policy without errors that waits to be approved.</summary>
/// <param name="Since">When it was read.</param>
/// <param name="Program">What would be in force.</param>
/// <param name="Difference">What would change.</param>
internal sealed record WaitingRevision(DateTimeOffset Since, PolicyProgram Program, RevisionDifference Difference);
