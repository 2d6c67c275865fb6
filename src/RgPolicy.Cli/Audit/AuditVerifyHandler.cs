using System.Collections.Immutable;
using RgPolicy.Cli.ServiceControl;
using RgPolicy.Cli.Shell;
using RgPolicy.Service.Audit;

namespace RgPolicy.Cli.Audit;

/// <summary>Checks an audit trail.</summary>
internal sealed class AuditVerifyHandler(CliContext context)
{
    /// <summary>Checks and says what was found.</summary>
    /// <returns>The exit code: 1 when the chain is broken or lacks the known hash.</returns>
    public async Task<int> RunAsync(
        string? file,
        ImmutableArray<ServiceAddress> services,
        string? known,
        bool isJson,
        CancellationToken cancellationToken
    )
    {
        if (await AuditPlace.FindAsync(context, "verify", file, services, cancellationToken) is not { } path)
        {
            return ExitCode.Unreachable;
        }

        try
        {
            return Print(AuditVerifier.Verify(path, known?.ToLowerInvariant()), isJson);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return context.Fail(
                ExitCode.Unreachable,
                $"cannot read {path}: {failure.Message}",
                "Read it as root or as the service's user."
            );
        }
    }

    private int Print(AuditCheck check, bool isJson)
    {
        if (isJson)
        {
            JsonOutput.WriteDocument(
                context,
                "rgp/audit-verify/1",
                json =>
                {
                    json.WriteNumber("entries", check.Entries);
                    json.WriteNumber("first", check.First);
                    json.WriteNumber("last", check.Last);
                    json.WriteString("last_hash", check.LastHash);
                    json.WriteString("problem", check.Problem);
                    json.WriteBoolean("has_known", check.HasKnown);
                }
            );
        }
        else if (check.Entries == 0)
        {
            context.Output.WriteLine("The trail has no entry that can be verified.");
        }
        else
        {
            var missing =
                check.First > 1 ? FormattableString.Invariant($" (entries before {check.First} were removed)") : "";
            context.Output.WriteLine(
                FormattableString.Invariant(
                    $"{check.Entries} entries follow each other, {check.First} to {check.Last}{missing}."
                )
            );
            context.Output.WriteLine("Hash of the last one: " + check.LastHash);
        }

        return check switch
        {
            { Problem: { } problem } => context.Fail(
                ExitCode.Findings,
                problem,
                "What is before that place is as it was written; what is after it is not proved."
            ),
            { HasKnown: false } => context.Fail(
                ExitCode.Findings,
                "the known hash is not in the chain",
                "The trail was rewritten, or that entry was in a file that was removed."
            ),
            _ => ExitCode.Success,
        };
    }
}
