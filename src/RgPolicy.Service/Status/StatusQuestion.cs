using System.Text.Json;
using RgPolicy.Documents.Orders;

namespace RgPolicy.Service.Status;

/// <summary>A question to a running loop.</summary>
/// <param name="Kind">What is asked.</param>
/// <param name="ProcessId">The process that <c>why</c> asks about, or null.</param>
/// <param name="QueryId">The query that <c>why</c> asks about, or null.</param>
internal sealed record StatusQuestion(StatusQuestionKind Kind, int? ProcessId = null, string? QueryId = null)
{
    /// <summary>The revision that is approved, or null.</summary>
    public string? Revision { get; init; }

    /// <summary>Who asks, as the log names them; filled in by the receiver, never by the asker.</summary>
    public string By { get; init; } = "the service itself";

    /// <summary>Whether it changes something: only root and the service's own user may ask that.</summary>
    public bool IsOrder =>
        Kind is not (StatusQuestionKind.Status or StatusQuestionKind.Why or StatusQuestionKind.Metrics);
}

/// <summary>What a running loop can be asked for.</summary>
internal enum StatusQuestionKind
{
    /// <summary>Everything about its state: rgp/status/1.</summary>
    Status,

    /// <summary>Why one query has its class: rgp/why/1.</summary>
    Why,

    /// <summary>Figures in the Prometheus text format.</summary>
    Metrics,

    /// <summary>Let everything go and enforce nothing: rgp/pause/1.</summary>
    Pause,

    /// <summary>Enforce again: rgp/pause/1.</summary>
    Resume,

    /// <summary>Read the policy again: rgp/reload/1.</summary>
    Reload,

    /// <summary>Go back to the policy that was in force before: rgp/reload/1.</summary>
    ReloadPrevious,

    /// <summary>Put the changed policy in force that waits for it: rgp/reload/1.</summary>
    Approve,
}

/// <summary>A question as one line of JSON: <c>{"ask":"status"}</c>, <c>{"ask":"why","process_id":1}</c>,
/// <c>{"ask":"why","query":"1-2"}</c>, <c>{"ask":"metrics"}</c>, <c>{"ask":"pause"}</c>, <c>{"ask":"resume"}</c>,
/// <c>{"ask":"reload"}</c>, <c>{"ask":"reload_previous"}</c>,
/// <c>{"ask":"approve","revision":"b3204f35cd03"}</c>.</summary>
internal static class StatusQuestionLine
{
    private const int Longest = 4096;

    private static readonly ImmutableArray<(string Word, StatusQuestionKind Kind)> Words =
    [
        ("status", StatusQuestionKind.Status),
        ("why", StatusQuestionKind.Why),
        ("metrics", StatusQuestionKind.Metrics),
        ("pause", StatusQuestionKind.Pause),
        ("resume", StatusQuestionKind.Resume),
        ("reload", StatusQuestionKind.Reload),
        ("reload_previous", StatusQuestionKind.ReloadPrevious),
        ("approve", StatusQuestionKind.Approve),
    ];

    public static byte[] Write(StatusQuestion question)
    {
        var word = Words.First(each => each.Kind == question.Kind).Word;
        return
        [
            .. DocumentFormat.ToBytes(
                new QuestionDocument(word, question.ProcessId, question.QueryId, question.Revision),
                DocumentFormat.Question
            ),
            (byte)'\n',
        ];
    }

    /// <summary>One line without its end; empty when it is too long or never ends.</summary>
    public static async Task<byte[]> ReadAsync(Stream stream, CancellationToken cancellationToken)
    {
        var line = new byte[Longest];
        var length = 0;
        while (length < line.Length)
        {
            var read = await stream.ReadAsync(line.AsMemory(length), cancellationToken);
            if (read == 0)
                break;

            length += read;
            var end = line.AsSpan(0, length).IndexOf((byte)'\n');
            if (end >= 0)
                return line[..end];
        }

        return [];
    }

    /// <summary>The question; null when the line is none.</summary>
    public static StatusQuestion? Parse(byte[] line)
    {
        try
        {
            using var document = JsonDocument.Parse(line, new JsonDocumentOptions { MaxDepth = 4 });
            return DocumentFormat.Read(document.RootElement, DocumentFormat.Question) is { } asked
                ? QuestionOf(asked)
                : null;
        }
        catch (Exception failure) when (failure is JsonException or InvalidOperationException)
        {
            // The second is the reader's answer to text that is not UTF-8.
            return null;
        }
    }

    private static StatusQuestion? QuestionOf(QuestionDocument asked) =>
        Words.FirstOrDefault(each => string.Equals(each.Word, asked.Ask, StringComparison.Ordinal)) switch
        {
            { Word: null } => null,
            { Kind: StatusQuestionKind.Why } => asked is { ProcessId: null, Query: null }
                ? null
                : new StatusQuestion(StatusQuestionKind.Why, asked.ProcessId, asked.Query),
            { Kind: StatusQuestionKind.Approve } => asked.Revision is { } revision
                ? new StatusQuestion(StatusQuestionKind.Approve) { Revision = revision }
                : null,
            var (_, kind) => new StatusQuestion(kind),
        };
}
