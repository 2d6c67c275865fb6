using System.Text.Json.Serialization.Metadata;
using RgPolicy.Cli.ServiceControl;
using RgPolicy.Documents.Why;

namespace RgPolicy.Cli.Watching;

/// <summary>The service as the live view asks it: each answer, or why there is none.</summary>
internal static class WatchedService
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    public static Task<(StatusDocument? Status, string Problem)> AskAsync(
        ServiceAddress address,
        CancellationToken cancellationToken
    ) => AskAsync(address, new StatusQuestion(StatusQuestionKind.Status), DocumentFormat.Status, cancellationToken);

    /// <summary>Why a query has its class and limits.</summary>
    public static Task<(WhyDocument? Why, string Problem)> WhyAsync(
        ServiceAddress address,
        string query,
        CancellationToken cancellationToken
    ) =>
        AskAsync(
            address,
            new StatusQuestion(StatusQuestionKind.Why, null, query),
            DocumentFormat.Why,
            cancellationToken
        );

    /// <summary>Pauses or resumes it.</summary>
    /// <returns>What became of it, for people.</returns>
    public static async Task<string> OrderAsync(
        ServiceAddress address,
        StatusQuestionKind order,
        CancellationToken cancellationToken
    )
    {
        var (answer, problem) = await AskAsync(
            address,
            new StatusQuestion(order),
            DocumentFormat.Pause,
            cancellationToken
        );
        return answer switch
        {
            null => problem,
            { Warning: { } warning } => warning,
            { Paused: true } => "Paused.",
            _ => "The policy is enforced again.",
        };
    }

    private static async Task<(T? Document, string Problem)> AskAsync<T>(
        ServiceAddress address,
        StatusQuestion question,
        JsonTypeInfo<T> form,
        CancellationToken cancellationToken
    )
        where T : class
    {
        var (answer, error) = await StatusClient.AskAsync(address.Socket, question, Patience, cancellationToken);
        using (answer)
        {
            if (answer is null)
                return (null, error ?? "");

            if (Refusal(answer.RootElement) is { } refusal)
                return (null, refusal);

            if (DocumentFormat.Read(answer.RootElement, form) is { } document)
                return (document, "");

            return (null, UnknownAnswer.Problem);
        }
    }

    private static string? Refusal(JsonElement answer) => DocumentFormat.Read(answer, DocumentFormat.Error)?.Error;
}
