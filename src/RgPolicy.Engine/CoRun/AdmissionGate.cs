namespace RgPolicy.Engine.CoRun;

/// <summary>How many queries of a kind may run, for servers that can hold queries back.</summary>
/// <param name="Kind"><c>class</c> or <c>locality</c>.</param>
/// <param name="Name">The class, or <c>strong</c>, <c>moderate</c>, <c>weak</c>.</param>
/// <param name="Open">So many may run at this moment.</param>
/// <param name="Running">So many run.</param>
/// <param name="Waiting">So many wait and may not begin yet.</param>
public sealed record AdmissionGate(string Kind, string Name, int Open, int Running, int Waiting);
