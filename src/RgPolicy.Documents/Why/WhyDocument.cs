using System.Text.Json.Serialization;

namespace RgPolicy.Documents.Why;

/// <summary><c>rgp/why/1</c> of a query that runs or was recorded.</summary>
public sealed record WhyDocument : ExplanationDocument
{
    /// <summary>Its id.</summary>
    [JsonPropertyOrder(-1)]
    public string? Query { get; init; }

    /// <summary>Why it is not in its class's pool; empty when it is.</summary>
    [JsonPropertyOrder(1)]
    public string? Note { get; init; }

    /// <summary>The pool's number towards the sidecar; 0 where it is not narrowed.</summary>
    [JsonPropertyOrder(1)]
    public long? PoolNumber { get; init; }

    /// <summary>What is known of its plan.</summary>
    [JsonPropertyOrder(1)]
    public ExplainedPlan? Plan { get; init; }

    /// <summary>The work that it is at, such as <c>sort</c>; null where the server does not tell.</summary>
    [JsonPropertyOrder(1)]
    public string? Phase { get; init; }

    /// <summary>Its text; null where it is not known.</summary>
    [JsonPropertyOrder(1)]
    public string? Statement { get; init; }
}
