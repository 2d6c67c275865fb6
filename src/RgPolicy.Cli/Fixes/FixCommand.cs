using RgPolicy.Cli.Lint;
using RgPolicy.Cli.Lint.Rules;
using RgPolicy.Language.Fixing;
using RgPolicy.Service.Files;

namespace RgPolicy.Cli.Fixes;

/// <summary><c>rgp fix</c>: applies the safe fixes that findings offer.</summary>
internal sealed class FixCommand(CliContext context)
{
    private static readonly Argument<string[]> Paths = PathArguments.Create(
        "Files, folders (their *.rgp), patterns, or - for standard input. Without it: this folder."
    );

    private static readonly Option<bool> DryRun = new("--dry-run")
    {
        Description = "Writes nothing; shows what would change.",
    };

    private static readonly Option<bool> IncludeUnsafe = new("--unsafe")
    {
        Description = "Also applies fixes that may change what was meant.",
    };

    private static readonly Option<string?> Profile = TargetResolver.CreateOption();

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "fix",
            "Applies the safe fixes that findings offer.",
            "rgp fix policies",
            "rgp fix --unsafe --dry-run policies/htap.rgp"
        )
        {
            Ends = [new(ExitCode.Usage, "The command line is wrong, or errors are left.")],
        }
            .Takes(Paths, DryRun, IncludeUnsafe, Profile)
            .Does(new FixCommand(context).RunAsync);

    private const string Schema = "rgp/fix/1";

    private async Task<int> RunAsync(ParseResult result)
    {
        var profile = await TargetResolver.FindAsync(context, result.GetValue(Profile));
        var selection = InputSelection.Of(context, PathArguments.Read(result, Paths), PolicyFiles.IsPolicy);
        selection.NeedAny("no policy (*.rgp) was found there", "Name a policy file, or - for standard input.");
        var problems = selection.Problems.ToList();
        var checks = new FileCheck(context, [profile], LintRules.None);
        var files = new List<FixedFile>();
        await foreach (var (input, bytes) in PolicyContents.ReadAsync(context, selection.Files, problems))
            files.Add(Fix(result, input, bytes, checks));

        problems.AddRange(files.Select(file => Publish(result, file)).OfType<string>());
        Report(result, files);
        return Conclude(result, files, problems);
    }

    private static FixedFile Fix(ParseResult result, InputFile input, byte[] bytes, FileCheck checks) =>
        new(
            input,
            Encoding.UTF8.GetString(bytes).TrimStart('\uFEFF'),
            PolicyFixer.Fix(
                bytes,
                input.Name,
                result.GetValue(IncludeUnsafe),
                content => checks.Of(content, input.Name)
            )
        );

    // Returns why it could not be written, or null.
    private string? Publish(ParseResult result, FixedFile file)
    {
        if (file.Result.Text is not { } after)
            return null;

        if (result.GetValue(DryRun))
        {
            context.WriteDocument(result.WantsJson() ? "" : UnifiedDiff.Of(file.Input.Name, file.Before, after));
            return null;
        }

        if (file.Input.FullPath is not { } path)
        {
            context.WriteDocument(after);
            return null;
        }

        return file.Result.Applied == 0 ? null : OutputFile.Write(path, file.Input.Name, after);
    }

    private void Report(ParseResult result, List<FixedFile> files)
    {
        if (result.WantsJson())
        {
            WriteJson(files);
            return;
        }

        context.Output.Flush();
        foreach (var file in files.Where(file => file.Result.Applied > 0))
        {
            var fixes = file.Result.Applied == 1 ? "1 fix" : $"{file.Result.Applied} fixes";
            context.Error.WriteLine(
                $"{Printable.Of(file.Input.Name)}: {fixes}{(result.GetValue(DryRun) ? " to apply" : " applied")}"
            );
        }
    }

    private void WriteJson(List<FixedFile> files) =>
        new JsonReport(context, Schema).Write(json =>
        {
            json.WriteObjects(
                "files",
                files,
                file =>
                {
                    json.WriteString("path", file.Input.Name);
                    json.WriteNumber("applied", file.Result.Applied);
                    json.WriteNumber("errors_left", file.Errors);
                }
            );
        });

    private int Conclude(ParseResult result, List<FixedFile> files, List<string> problems)
    {
        if (context.FinishUnread(problems, "fixed") is { } unread)
            return unread;

        var errors = files.Sum(file => file.Errors);
        var more = result.GetValue(IncludeUnsafe) ? "" : ", or try `rgp fix --unsafe --dry-run`";
        return errors == 0
            ? ExitCode.Success
            : context.Fail(
                ExitCode.Usage,
                errors == 1 ? "1 error is left" : $"{errors} errors are left",
                $"See them with `rgp lint`{more}."
            );
    }
}

/// <summary>One file and what fixing it gave.</summary>
/// <param name="Input">The file.</param>
/// <param name="Before">Its text.</param>
/// <param name="Result">The text with its fixes, and what is left.</param>
internal sealed record FixedFile(InputFile Input, string Before, FixResult Result)
{
    /// <summary>Errors that no applied fix has fixed.</summary>
    public int Errors => Result.Check.Diagnostics.Count(each => each.Severity == DiagnosticSeverity.Error);
}
