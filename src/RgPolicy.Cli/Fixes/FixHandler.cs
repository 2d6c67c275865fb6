using System.Collections.Immutable;
using System.Text;
using RgPolicy.Cli.Files;
using RgPolicy.Cli.Lint;
using RgPolicy.Cli.Lint.Rules;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;
using RgPolicy.Cli.Terminal;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Fixing;
using RgPolicy.Service.Files;

namespace RgPolicy.Cli.Fixes;

/// <summary>Applies the fixes that findings offer.</summary>
internal sealed class FixHandler(CliContext context)
{
    private const string Schema = "rgp/fix/1";

    /// <summary>Fixes and reports.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(FixRequest request, CancellationToken cancellationToken)
    {
        var target = await TargetResolver.FindAsync(context, request.Target, cancellationToken);
        if (target.Profile is not { } profile)
        {
            return context.Fail(target.ExitCode, target.Problem ?? "", TargetResolver.Next);
        }

        var selection = InputSelection.Of(context, request.Paths, PolicyFiles.IsPolicy);
        if (selection.Files.IsEmpty && selection.Problems.IsEmpty)
        {
            return context.Fail(
                ExitCode.Usage,
                "no policy (*.rgp) was found there",
                "Name a policy file, or - for standard input."
            );
        }

        var problems = selection.Problems.ToList();
        var checks = new FileCheck(context, [profile], LintRules.None);
        var files = new List<FixedFile>();
        await foreach (
            var (input, bytes) in PolicyContents.ReadAsync(context, selection.Files, problems, cancellationToken)
        )
        {
            files.Add(Fix(request, input, bytes, checks));
        }

        problems.AddRange(files.Select(file => Publish(request, file)).OfType<string>());
        Report(request, files);
        return Conclude(request, files, problems);
    }

    private static FixedFile Fix(FixRequest request, InputFile input, byte[] bytes, FileCheck checks) =>
        new(
            input,
            Encoding.UTF8.GetString(bytes).TrimStart('\uFEFF'),
            PolicyFixer.Fix(bytes, input.Name, request.IncludeUnsafe, content => checks.Of(content, input.Name))
        );

    // Returns why it could not be written, or null.
    private string? Publish(FixRequest request, FixedFile file)
    {
        if (file.Result.Text is not { } after)
        {
            return null;
        }

        if (request.DryRun)
        {
            context.WriteDocument(request.Json ? "" : UnifiedDiff.Of(file.Input.Name, file.Before, after));
            return null;
        }

        if (file.Input.FullPath is not { } path)
        {
            context.WriteDocument(after);
            return null;
        }

        return file.Result.Applied == 0 ? null : OutputFile.Write(path, file.Input.Name, after);
    }

    private void Report(FixRequest request, List<FixedFile> files)
    {
        if (request.Json)
        {
            WriteJson(files);
            return;
        }

        context.Output.Flush();
        foreach (var file in files.Where(file => file.Result.Applied > 0))
        {
            var fixes = file.Result.Applied == 1 ? "1 fix" : $"{file.Result.Applied} fixes";
            context.Error.WriteLine(
                $"{Printable.Of(file.Input.Name)}: {fixes}{(request.DryRun ? " to apply" : " applied")}"
            );
        }
    }

    private void WriteJson(List<FixedFile> files) =>
        JsonOutput.WriteDocument(
            context,
            Schema,
            json =>
            {
                json.WriteStartArray("files");
                foreach (var file in files)
                {
                    json.WriteStartObject();
                    json.WriteString("path", file.Input.Name);
                    json.WriteNumber("applied", file.Result.Applied);
                    json.WriteNumber("errors_left", file.Errors);
                    json.WriteEndObject();
                }

                json.WriteEndArray();
            }
        );

    private int Conclude(FixRequest request, List<FixedFile> files, List<string> problems)
    {
        problems.ForEach(problem => context.Error.WriteLine($"rgp: {problem}"));
        if (problems.Count > 0)
        {
            return context.Finish(
                ExitCode.Unreachable,
                "Check the paths and their permissions; everything else was fixed."
            );
        }

        var errors = files.Sum(file => file.Errors);
        var more = request.IncludeUnsafe ? "" : ", or try `rgp fix --unsafe --dry-run`";
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

/// <summary>What <c>rgp fix</c> was asked for.</summary>
/// <param name="Paths">Files, folders, patterns, <c>-</c>.</param>
/// <param name="DryRun">Writes nothing; shows what would change.</param>
/// <param name="IncludeUnsafe">Also applies fixes that may change what was meant.</param>
/// <param name="Target">A profile's name or file; null is the built-in one.</param>
/// <param name="Json">Reports as <c>rgp/fix/1</c>.</param>
internal sealed record FixRequest(
    ImmutableArray<string> Paths,
    bool DryRun,
    bool IncludeUnsafe,
    string? Target,
    bool Json
);
