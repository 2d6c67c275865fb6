using RgPolicy.Cli.Files;
using RgPolicy.Cli.Lint;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Terminal;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Cli.Policies;

/// <summary>Reads the one policy that a command needs; its errors go to standard error and end the command.</summary>
internal static class PolicyLoader
{
    private const string StandardInput = "-";

    /// <summary>Reads it for a target; <c>-</c> is standard input.</summary>
    public static async Task<PolicyChoice> LoadAsync(
        CliContext context,
        string path,
        TargetProfile target,
        CancellationToken cancellationToken
    )
    {
        var (bytes, unread) = await ReadAsync(context, path, cancellationToken);
        if (bytes is null)
        {
            return new PolicyChoice(null, unread);
        }

        var check = PolicyReader.Check(bytes, path, target, cancellationToken);
        if (check.Policy is { } policy)
        {
            return new PolicyChoice(policy, ExitCode.Success);
        }

        return new PolicyChoice(null, Refuse(context, path, bytes, check, static _ => true));
    }

    /// <summary>Says before a server is asked what is wrong with a policy on every target.</summary>
    /// <returns>The exit code; null where nothing is wrong, or where there is no file: standard input can be read
    /// once.</returns>
    public static async Task<int?> RefuseAsync(CliContext context, string path, CancellationToken cancellationToken)
    {
        if (path == StandardInput || !File.Exists(context.Resolve(path)))
        {
            return null;
        }

        var (bytes, unread) = await ReadAsync(context, path, cancellationToken);
        if (bytes is null)
        {
            return unread;
        }

        var check = PolicyReader.Check(bytes, path, TargetProfile.Generic, cancellationToken);
        return check.Diagnostics.Any(each => each.Severity == DiagnosticSeverity.Error && IsOfEveryTarget(each))
            ? Refuse(context, path, bytes, check, IsOfEveryTarget)
            : null;
    }

    // Files, syntax, names and types; what follows may depend on the host's constants.
    private static bool IsOfEveryTarget(Diagnostic diagnostic) => diagnostic.Code[2] is '0' or '1' or '2';

    private static async Task<(byte[]? Bytes, int ExitCode)> ReadAsync(
        CliContext context,
        string path,
        CancellationToken cancellationToken
    )
    {
        var file = path == StandardInput ? InputFile.StandardInput : new InputFile(path, context.Resolve(path));
        var content = await FileContent.ReadAsync(context, file, PolicyFiles.MaximumBytes, cancellationToken);
        return content.Bytes is { } bytes
            ? (bytes, ExitCode.Success)
            : (
                null,
                context.Fail(
                    ExitCode.Unreachable,
                    content.Problem ?? "",
                    "Check the policy's path and its permissions."
                )
            );
    }

    private static int Refuse(
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
        return context.Finish(ExitCode.Usage, $"The policy has errors: fix them, see `rgp lint {path}`.");
    }
}

/// <summary>A policy that was read, or the exit code after its problems have been printed.</summary>
internal sealed record PolicyChoice(Policy? Policy, int ExitCode);
