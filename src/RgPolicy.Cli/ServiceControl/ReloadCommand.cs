using RgPolicy.Documents.Orders;

namespace RgPolicy.Cli.ServiceControl;

/// <summary><c>rgp reload</c>: makes the running service read its policy again.</summary>
internal sealed class ReloadCommand(CliContext context)
{
    private static readonly Option<bool> Previous = new("--previous")
    {
        Description = "Goes back to the revision that was in force before; it stays until the file changes again.",
    };

    private static readonly ServiceOptions Service = new();

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "reload",
            "Makes the running service read its policy again.",
            "sudo rgp reload",
            "sudo rgp reload --previous"
        )
        {
            Details = "It says what changes in meaning. A policy with an error changes nothing.",
            Ends = [new(ExitCode.Findings, "The policy was rejected; the one before stays in force.")],
        }
            .Takes([Previous, .. Service.All])
            .Does(new ReloadCommand(context).RunAsync);

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <summary>Orders it and says what has become of it.</summary>
    /// <returns>The exit code: 1 when the policy was rejected, 3 without an answer.</returns>
    private Task<int> RunAsync(ParseResult result)
    {
        var order = new StatusQuestion(
            result.GetValue(Previous) ? StatusQuestionKind.ReloadPrevious : StatusQuestionKind.Reload
        );
        var talk = new ServiceTalk<ReloadDocument>(context, DocumentFormat.Reload)
        {
            PrintText = Print,
            Conclude = Conclude,
        };
        return talk.AskAsync(Service.Addresses(context, result), order, Patience, result.WantsJson());
    }

    private void Print(ReloadDocument answer)
    {
        switch (answer.Outcome)
        {
            case "replaced":
                context.Output.WriteLine($"Revision {answer.Revision} is in force instead of {answer.RevisionBefore}:");
                foreach (var difference in answer.Differences.OrEmpty())
                    context.Output.WriteLine("  " + Printable.Of(difference));

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
