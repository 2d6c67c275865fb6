using System.Collections.Immutable;
using RgPolicy.Cli.ServiceControl;
using RgPolicy.Cli.Shell;
using RgPolicy.Documents;
using RgPolicy.Service.Status;

namespace RgPolicy.Cli.Audit;

/// <summary>Finds the trail that is meant: the file that was named, or the one that the running service
/// writes.</summary>
internal static class AuditPlace
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    /// <summary>Its path; null after saying why there is none.</summary>
    public static async Task<string?> FindAsync(
        CliContext context,
        string command,
        string? given,
        ImmutableArray<ServiceAddress> services,
        CancellationToken cancellationToken
    )
    {
        if (given is not null)
        {
            var named = context.Resolve(given);
            return File.Exists(named)
                ? named
                : Refuse(context, $"there is no audit trail {given}", "Name the file that rgp run --audit writes.");
        }

        if (services is not [var service])
        {
            return Refuse(
                context,
                "the service has several targets",
                $"Name one with --instance: {string.Join(", ", services.Select(each => each.Target))}"
            );
        }

        var (document, error) = await StatusClient.AskAsync(
            service.Socket,
            new StatusQuestion(StatusQuestionKind.Status),
            Patience,
            cancellationToken
        );
        using (document)
        {
            var problem = document is null
                ? error ?? ""
                : DocumentFormat.Read(document.RootElement, DocumentFormat.Error)?.Error;
            return problem is not null || document is null
                ? Refuse(context, problem ?? "", $"Name the file of the trail: rgp audit {command} FILE")
                : DocumentFormat.Read(document.RootElement, DocumentFormat.Status)?.AuditPath
                    ?? Refuse(
                        context,
                        "the running service keeps no audit trail",
                        "Start it with rgp run --audit FILE."
                    );
        }
    }

    private static string? Refuse(CliContext context, string problem, string next)
    {
        context.Fail(ExitCode.Unreachable, problem, next);
        return null;
    }
}
