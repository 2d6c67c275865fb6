using RgPolicy.Cli.Lint;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Model;

namespace RgPolicy.Cli.Policies;

/// <summary>Reads the one policy that a command needs; its errors go to standard error and end the command.</summary>
internal static class PolicyLoader
{
    public static Option<string> CreateOption(bool isRequired = true) =>
        new("--policy")
        {
            Description = "The policy.",
            HelpName = "FILE",
            Required = isRequired,
        };

    /// <summary>Reads it for a target; <c>-</c> is standard input.</summary>
    public static async Task<Policy> LoadAsync(CliContext context, string path, TargetProfile target)
    {
        var bytes = await ReadAsync(context, path);
        var check = PolicyReader.Check(bytes, path, target, context.Interrupt);
        return check.Policy ?? throw Refused(context, path, bytes, check, static _ => true);
    }

    /// <summary>Says before a server is asked what is wrong with a policy on every target; standard input can be
    /// read once, and is not looked at.</summary>
    public static async Task RefuseAsync(CliContext context, string path)
    {
        if (path == InputFile.StandardInput.Name || !File.Exists(context.Resolve(path)))
            return;

        var bytes = await ReadAsync(context, path);
        var check = PolicyReader.Check(bytes, path, TargetProfile.Generic, context.Interrupt);
        if (check.Diagnostics.Any(each => each.Severity == DiagnosticSeverity.Error && IsOfEveryTarget(each)))
            throw Refused(context, path, bytes, check, IsOfEveryTarget);
    }

    // Files, syntax, names and types; what follows may depend on the host's constants.
    private static bool IsOfEveryTarget(Diagnostic diagnostic) => diagnostic.Code[2] is '0' or '1' or '2';

    private static Task<byte[]> ReadAsync(CliContext context, string path) =>
        FileContent.NeedAsync(
            context,
            InputFile.OrStandardInput(context, path),
            PolicyFiles.MaximumBytes,
            "Check the policy's path and its permissions."
        );

    private static CommandException Refused(
        CliContext context,
        string path,
        byte[] bytes,
        PolicyCheck check,
        Func<Diagnostic, bool> isMeant
    )
    {
        var errors = check.Diagnostics.Where(each => each.Severity == DiagnosticSeverity.Error && isMeant(each));
        var linted = new LintedFile(path, SourceLines.Of(bytes), [.. errors]);
        new LintText(context.Error, new Paint(false)).Write(new LintReport([linted], TimeSpan.Zero));
        return new CommandException(ExitCode.Usage, null, $"The policy has errors: fix them, see `rgp lint {path}`.");
    }
}
