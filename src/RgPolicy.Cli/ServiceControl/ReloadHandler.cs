using System.Collections.Immutable;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Terminal;
using RgPolicy.Documents;
using RgPolicy.Documents.Orders;
using RgPolicy.Service.Status;

namespace RgPolicy.Cli.ServiceControl;

/// <summary>Makes the running service read its policy again.</summary>
internal sealed class ReloadHandler(CliContext context)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <summary>Orders it and says what has become of it.</summary>
    /// <returns>The exit code: 1 when the policy was rejected, 3 without an answer.</returns>
    public Task<int> RunAsync(
        bool previous,
        ImmutableArray<ServiceAddress> addresses,
        bool isJson,
        CancellationToken cancellationToken
    )
    {
        var order = new StatusQuestion(previous ? StatusQuestionKind.ReloadPrevious : StatusQuestionKind.Reload);
        var talk = new ServiceTalk<ReloadDocument>(context, DocumentFormat.Reload)
        {
            PrintText = Print,
            Conclude = Conclude,
        };
        return talk.AskAsync(addresses, order, Patience, isJson, cancellationToken);
    }

    private void Print(ReloadDocument answer)
    {
        switch (answer.Outcome)
        {
            case "replaced":
                context.Output.WriteLine($"Revision {answer.Revision} is in force instead of {answer.RevisionBefore}:");
                foreach (var difference in answer.Differences.OrEmpty())
                {
                    context.Output.WriteLine("  " + Printable.Of(difference));
                }

                break;
            case "unchanged":
                context.Output.WriteLine($"Revision {answer.Revision} stays in force: the policy has not changed.");
                break;
        }
    }

    private int Conclude(ReloadDocument answer) =>
        answer.Outcome == "rejected"
            ? context.Fail(ExitCode.Findings, answer.Reason ?? "", $"Revision {answer.Revision} stays in force.")
            : ExitCode.Success;
}
