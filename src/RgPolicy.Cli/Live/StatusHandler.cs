using System.Text.Json;
using RgPolicy.Cli.Shell;
using RgPolicy.Service.Status;

namespace RgPolicy.Cli.Live;

/// <summary>Asks the running service for its status.</summary>
internal sealed class StatusHandler(CliContext context)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    /// <summary>Asks and prints.</summary>
    /// <returns>The exit code: 1 when the last policy was rejected or the target is lost, 3 without an answer.</returns>
    public async Task<int> RunAsync(string socket, bool json, CancellationToken cancellationToken)
    {
        var question = new StatusQuestion(StatusQuestionKind.Status);
        var (document, error) = await StatusClient.AskAsync(socket, question, Patience, cancellationToken);
        if (document is null)
        {
            return context.Fail(
                ExitCode.Unreachable, error ?? "", "Start one with: rgp run POLICY --connect URI; or name its socket with --status-socket.");
        }

        using (document)
        {
            if (json)
            {
                JsonOutput.WriteValue(context, document.RootElement.WriteTo);
            }
            else
            {
                StatusText.Write(context, document.RootElement);
            }

            return Conclude(document.RootElement);
        }
    }

    private int Conclude(JsonElement status)
    {
        var policyError = status.GetProperty("policy_error").GetString();
        if (policyError is not null)
        {
            return context.Fail(
                ExitCode.Findings, $"the last policy was rejected: {policyError}", "Mend the policy file; the service reads it again by itself.");
        }

        var target = status.GetProperty("target");
        return target.GetProperty("is_lost").GetBoolean()
            ? context.Fail(
                ExitCode.Findings, $"the server is lost: {target.GetProperty("error").GetString()}", "Nothing is governed until it answers again: see to the server.")
            : ExitCode.Success;
    }
}
