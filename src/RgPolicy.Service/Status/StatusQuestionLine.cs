using System.Collections.Immutable;
using System.Text.Json;
using RgPolicy.Documents;
using RgPolicy.Documents.Orders;

namespace RgPolicy.Service.Status;

/// <summary>
/// A question as one line of JSON: <c>{"ask":"status"}</c>, <c>{"ask":"why","process_id":1}</c>,
/// <c>{"ask":"why","query":"1-2"}</c>,
/// <c>{"ask":"metrics"}</c>, <c>{"ask":"pause"}</c>, <c>{"ask":"resume"}</c>, <c>{"ask":"reload"}</c>,
/// <c>{"ask":"reload_previous"}</c>, <c>{"ask":"approve","revision":"b3204f35cd03"}</c>.
/// </summary>
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
            {
                break;
            }

            length += read;
            var end = line.AsSpan(0, length).IndexOf((byte)'\n');
            if (end >= 0)
            {
                return line[..end];
            }
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
