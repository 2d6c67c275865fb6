namespace RgPolicy.Service.Status;

/// <summary>A question to a running loop.</summary>
/// <param name="Kind">What is asked.</param>
/// <param name="ProcessId">The process that <c>why</c> asks about, or null.</param>
/// <param name="QueryId">The query that <c>why</c> asks about, or null.</param>
public sealed record StatusQuestion(StatusQuestionKind Kind, int? ProcessId, string? QueryId);
