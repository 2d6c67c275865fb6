using System.Collections.Immutable;
using System.Text.Json;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Terminal;
using RgPolicy.Service.Status;

namespace RgPolicy.Cli.ServiceControl;

/// <summary>Makes the running service read its policy again.</summary>
internal sealed class ReloadHandler(CliContext context)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <summary>Orders it and says what has become of it.</summary>
    /// <returns>The exit code: 1 when the policy was rejected, 3 without an answer.</returns>
    public Task<int> RunAsync(
        bool previous, ImmutableArray<ServiceAddress> addresses, bool isJson, CancellationToken cancellationToken)
    {
        var order = new StatusQuestion(previous ? StatusQuestionKind.ReloadPrevious : StatusQuestionKind.Reload);
        var talk = new ServiceTalk(context) { PrintText = Print, Conclude = Conclude };
        return talk.AskAsync(addresses, order, Patience, isJson, cancellationToken);
    }

    private void Print(JsonElement answer)
    {
        switch (answer.GetProperty("outcome").GetString())
        {
            case "replaced":
                context.Output.WriteLine($"Revision {answer.GetProperty("revision")} is in force instead of {answer.GetProperty("revision_before")}:");
                foreach (var difference in answer.GetProperty("differences").EnumerateArray())
                {
                    context.Output.WriteLine("  " + Printable.Of(difference.GetString() ?? ""));
                }

                break;
            case "unchanged":
                context.Output.WriteLine($"Revision {answer.GetProperty("revision")} stays in force: the policy has not changed.");
                break;
        }
    }

    private int Conclude(JsonElement answer) => answer.GetProperty("outcome").GetString() == "rejected"
        ? context.Fail(
            ExitCode.Findings, answer.GetProperty("reason").GetString() ?? "", $"Revision {answer.GetProperty("revision")} stays in force.")
        : ExitCode.Success;
}
