using System.Text.Json.Serialization.Metadata;

namespace RgPolicy.Cli.ServiceControl;

/// <summary>Asks one or several loops the same and prints what they answer.</summary>
/// <typeparam name="T">The document that they answer with.</typeparam>
internal sealed class ServiceTalk<T>(CliContext context, JsonTypeInfo<T> form)
    where T : class
{
    public required Action<T> PrintText { get; init; }

    /// <summary>What an answer means for the exit code; says what is wrong.</summary>
    public required Func<T, int> Conclude { get; init; }

    /// <summary>What is done, and said, where no service answers; null says how to start a service.</summary>
    public Func<ServiceAddress, string, int>? WithoutAnswer { get; init; }

    /// <summary>Asks them one after the other.</summary>
    /// <returns>The highest of their exit codes.</returns>
    public async Task<int> AskAsync(
        ImmutableArray<ServiceAddress> addresses,
        StatusQuestion question,
        TimeSpan patience,
        bool isJson
    )
    {
        List<(string Target, JsonElement Answer)> answers = [];
        var exitCode = ExitCode.Success;
        foreach (var address in addresses)
        {
            if (addresses.Length > 1 && !isJson)
                await context.Output.WriteLineAsync($"== {address.Target}");

            var (document, error) = await StatusClient.AskAsync(address.Socket, question, patience, context.Interrupt);
            using (document)
            {
                if (document is not null && isJson)
                    answers.Add((address.Target, document.RootElement.Clone()));

                exitCode = Math.Max(
                    exitCode,
                    document is null ? Miss(address, error ?? "") : Take(document.RootElement, isJson)
                );
            }
        }

        Print(answers, addresses.Length > 1);
        return exitCode;
    }

    // A file of this user would change nothing for a service of another one.
    private int Miss(ServiceAddress address, string error) =>
        (address.Closed, WithoutAnswer) switch
        {
            ({ } closed, _) => context.Fail(
                ExitCode.Unreachable,
                $"{error} A service of user {closed.User} may run, and goes on as it is: its sockets are in "
                    + $"{closed.Path}, which this user may not open.",
                "Reach it with sudo; or name a service's socket with --status-socket."
            ),
            (_, { } own) => own(address, error),
            _ => context.Fail(
                ExitCode.Unreachable,
                error,
                "Start one with: rgp run POLICY --server URI; or name its socket with --status-socket."
            ),
        };

    private int Take(JsonElement answer, bool isJson)
    {
        if (Refusal(answer) is { } refusal)
            return context.Fail(ExitCode.Unreachable, refusal, "Nothing was changed.");

        if (DocumentFormat.Read(answer, form) is not { } document)
            return UnknownAnswer.Fail(context);

        if (!isJson)
            PrintText(document);

        return Conclude(document);
    }

    private static string? Refusal(JsonElement answer) => DocumentFormat.Read(answer, DocumentFormat.Error)?.Error;

    // As it was answered: with what a newer service tells besides.
    private void Print(List<(string Target, JsonElement Answer)> answers, bool areSeveral)
    {
        if (areSeveral)
        {
            new JsonReport(context, "rgp/targets/1").Write(json =>
            {
                json.WriteStartObject("targets");
                foreach (var (target, answer) in answers)
                {
                    json.WritePropertyName(target);
                    answer.WriteTo(json);
                }

                json.WriteEndObject();
            });
        }
        else if (answers is [var (_, only)] && Refusal(only) is null)
        {
            JsonOutput.WriteValue(context, only.WriteTo);
        }
    }
}

/// <summary>An answer that is none of the documents that this version knows.</summary>
internal static class UnknownAnswer
{
    public const string Problem = "this rgp does not understand the service's answer";

    /// <summary>Says so, and what to do.</summary>
    public static int Fail(CliContext context) =>
        context.Fail(
            ExitCode.Unreachable,
            Problem,
            "Use the rgp that came with the service: rgp version shows which this is."
        );
}
