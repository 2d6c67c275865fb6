using RgPolicy.Cli.ServiceControl;

namespace RgPolicy.Cli.Audit;

/// <summary>Which trail is meant: the file that is named, else that of the running service.</summary>
internal static class AuditTarget
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    public static Argument<string?> File { get; } =
        new("FILE")
        {
            Description = "The trail that rgp run --audit writes; without it that of the running service.",
            Arity = ArgumentArity.ZeroOrOne,
        };

    public static ServiceOptions Service { get; } = new();

    public static async Task<string> FindAsync(CliContext context, string command, ParseResult result)
    {
        if (result.GetValue(File) is { } given)
        {
            var named = context.Resolve(given);
            return System.IO.File.Exists(named)
                ? named
                : throw Refused($"there is no audit trail {given}", "Name the file that rgp run --audit writes.");
        }

        var services = Service.Addresses(context, result);
        if (services is not [var service])
        {
            throw Refused(
                "the service has several targets",
                $"Name one with --instance: {string.Join(", ", services.Select(each => each.Target))}"
            );
        }

        var question = new StatusQuestion(StatusQuestionKind.Status);
        var (document, error) = await StatusClient.AskAsync(service.Socket, question, Patience, context.Interrupt);
        using (document)
        {
            var problem = document is null
                ? error ?? ""
                : DocumentFormat.Read(document.RootElement, DocumentFormat.Error)?.Error;
            if (problem is not null || document is null)
                throw Refused(problem ?? "", $"Name the file of the trail: rgp audit {command} FILE");

            return DocumentFormat.Read(document.RootElement, DocumentFormat.Status)?.AuditPath
                ?? throw Refused("the running service keeps no audit trail", "Start it with rgp run --audit FILE.");
        }
    }

    private static CommandException Refused(string problem, string next) => new(ExitCode.Unreachable, problem, next);
}
