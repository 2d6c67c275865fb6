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
    /// <summary>Reads it for a target; <c>-</c> is standard input.</summary>
    public static async Task<PolicyChoice> LoadAsync(
        CliContext context,
        string path,
        TargetProfile target,
        CancellationToken cancellationToken
    )
    {
        var file = path == "-" ? InputFile.StandardInput : new InputFile(path, context.Resolve(path));
        var content = await FileContent.ReadAsync(context, file, PolicyFiles.MaximumBytes, cancellationToken);
        if (content.Bytes is not { } bytes)
        {
            return new PolicyChoice(
                null,
                context.Fail(
                    ExitCode.Unreachable,
                    content.Problem ?? "",
                    "Check the policy's path and its permissions."
                )
            );
        }

        var check = PolicyReader.Check(bytes, path, target, cancellationToken);
        if (check.Policy is { } policy)
        {
            return new PolicyChoice(policy, ExitCode.Success);
        }

        var errors = check.Diagnostics.Where(each => each.Severity == DiagnosticSeverity.Error);
        var linted = new LintedFile(path, SourceLines.Of(bytes), [.. errors]);
        new LintText(context.Error, new Paint(false)).Write(new LintReport([linted], TimeSpan.Zero));
        return new PolicyChoice(
            null,
            context.Finish(ExitCode.Usage, $"The policy has errors: fix them, see `rgp lint {path}`.")
        );
    }
}

/// <summary>A policy that was read, or the exit code after its problems have been printed.</summary>
internal sealed record PolicyChoice(Policy? Policy, int ExitCode);
