namespace RgPolicy.Service.Status;

/// <summary>A question to a running loop.</summary>
/// <param name="Kind">What is asked.</param>
/// <param name="ProcessId">The process that <c>why</c> asks about, or null.</param>
/// <param name="QueryId">The query that <c>why</c> asks about, or null.</param>
public sealed record StatusQuestion(StatusQuestionKind Kind, int? ProcessId = null, string? QueryId = null)
{
    /// <summary>The revision that is approved, or null.</summary>
    public string? Revision { get; init; }

    /// <summary>Who asks, as the log names them; filled in by the receiver, never by the asker.</summary>
    public string By { get; init; } = "the service itself";

    /// <summary>Whether it changes something: only root and the service's own user may ask that.</summary>
    public bool IsOrder =>
        Kind is not (StatusQuestionKind.Status or StatusQuestionKind.Why or StatusQuestionKind.Metrics);
}
