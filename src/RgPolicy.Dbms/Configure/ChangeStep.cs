namespace RgPolicy.Dbms.Configure;

/// <summary>One statement of a plan; steps are run in order, each as a batch of its own.</summary>
/// <param name="Sql">The statement.</param>
/// <param name="IsInNewSession">Begin a new session first: the one before may be in what the statement removes.</param>
public sealed record ChangeStep(string Sql, bool IsInNewSession = false);
