using System.Text.Json;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Terminal;
using RgPolicy.Service.Status;

namespace RgPolicy.Cli.Live;

/// <summary>Makes the running service read its policy again.</summary>
internal sealed class ReloadHandler(CliContext context)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <summary>Orders it and says what has become of it.</summary>
    /// <returns>The exit code: 1 when the policy was rejected, 3 without an answer.</returns>
    public async Task<int> RunAsync(bool previous, string socket, bool isJson, CancellationToken cancellationToken)
    {
        var order = new StatusQuestion(previous ? StatusQuestionKind.ReloadPrevious : StatusQuestionKind.Reload);
        var (document, error) = await StatusClient.AskAsync(socket, order, Patience, cancellationToken);
        if (document is null)
        {
            return context.Fail(
                ExitCode.Unreachable, error ?? "", "Start one with: rgp run POLICY --connect URI; or name its socket with --status-socket.");
        }

        using (document)
        {
            return document.RootElement.TryGetProperty("error", out var refusal)
                ? context.Fail(ExitCode.Unreachable, refusal.GetString() ?? "", "Nothing was changed.")
                : Print(document.RootElement, isJson);
        }
    }

    private int Print(JsonElement answer, bool isJson)
    {
        var outcome = answer.GetProperty("outcome").GetString();
        if (isJson)
        {
            JsonOutput.WriteValue(context, answer.WriteTo);
        }
        else if (outcome == "replaced")
        {
            context.Output.WriteLine($"Revision {answer.GetProperty("revision")} is in force instead of {answer.GetProperty("revision_before")}:");
            foreach (var difference in answer.GetProperty("differences").EnumerateArray())
            {
                context.Output.WriteLine("  " + Printable.Of(difference.GetString() ?? ""));
            }
        }
        else if (outcome == "unchanged")
        {
            context.Output.WriteLine($"Revision {answer.GetProperty("revision")} stays in force: the policy has not changed.");
        }

        return outcome == "rejected"
            ? context.Fail(
                ExitCode.Findings, answer.GetProperty("reason").GetString() ?? "", $"Revision {answer.GetProperty("revision")} stays in force.")
            : ExitCode.Success;
    }
}
