using RgPolicy.Service.Audit;

namespace RgPolicy.Cli.Audit;

/// <summary><c>rgp audit</c>, and of it <c>verify</c>: that an audit trail was not altered.</summary>
internal sealed class AuditCommand(CliContext context)
{
    private static readonly Option<string?> Known = new("--known")
    {
        Description = "A hash that an earlier check gave: the chain must hold it still.",
        HelpName = "HASH",
    };

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "audit",
            "Shows what was changed, by whom and why; checks the trail.",
            "rgp audit show",
            "rgp audit verify"
        ).Takes(AuditShowCommand.Create(context), CreateVerify(context));

    private static RgpCommand CreateVerify(CliContext context) =>
        new RgpCommand(
            "verify",
            "Checks that an audit trail was not altered.",
            "rgp audit verify /var/log/rgpolicy/audit.jsonl",
            "rgp audit verify --known 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
        )
        {
            Details = "It follows the chain from the first entry to the last.",
            Ends = [new(ExitCode.Findings, "The chain is broken, or the known hash is missing.")],
        }
            .Takes(AuditTarget.File, Known)
            .Takes(AuditTarget.Service.All)
            .Does(new AuditCommand(context).VerifyAsync);

    /// <summary>Checks and says what was found.</summary>
    /// <returns>The exit code: 1 when the chain is broken or lacks the known hash.</returns>
    private async Task<int> VerifyAsync(ParseResult result)
    {
        var path = await AuditTarget.FindAsync(context, "verify", result);

        try
        {
            return Print(AuditVerifier.Verify(path, result.GetValue(Known)?.ToLowerInvariant()), result.WantsJson());
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
            JsonOutput.WriteDocument(context, "rgp/audit-verify/1", check, ReportForms.Default.AuditCheck);
        }
        else if (check.Entries == 0)
        {
            context.Output.WriteLine("The trail has no entry that can be verified.");
        }
        else
        {
            var missing = check.First > 1 ? Invariant($" (entries before {check.First} were removed)") : "";
            context.Output.WriteLine(
                Invariant($"{check.Entries} entries follow each other, {check.First} to {check.Last}{missing}.")
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
