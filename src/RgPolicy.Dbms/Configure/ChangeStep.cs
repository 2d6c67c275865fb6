using System.Text.Json.Serialization;

namespace RgPolicy.Dbms.Configure;

/// <summary>One statement of a plan; steps are run in order, each as a batch of its own.</summary>
/// <param name="Sql">The statement.</param>
/// <param name="IsInNewSession">Begin a new session first: the one before may be in what the statement removes.</param>
public sealed record ChangeStep(string Sql, bool IsInNewSession = false)
{
    /// <summary>A batch that does the same, and can be run again after it was done; null where the
    /// statement itself can.</summary>
    [JsonIgnore]
    public string? Repeatable { get; init; }
}
