using System.Collections.Immutable;
using System.Text;
using RgPolicy.Cli.Files;
using RgPolicy.Cli.Lint;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Terminal;
using RgPolicy.Language.Formatting;
using RgPolicy.Service.Files;

namespace RgPolicy.Cli.Format;

/// <summary>Gives policies and test files the one style.</summary>
internal sealed class FormatHandler(CliContext context)
{
    private const string Schema = "rgp/fmt/1";

    /// <summary>Formats and reports.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(FormatRequest request, CancellationToken cancellationToken)
    {
        var selection = InputSelection.Of(context, request.Paths, PolicyFiles.IsPolicyOrTest);
        if (selection.Files.IsEmpty && selection.Problems.IsEmpty)
        {
            return context.Fail(
                ExitCode.Usage,
                PolicyFiles.NoneFound,
                "Name a policy file, a folder, or - for standard input."
            );
        }

        var problems = selection.Problems.ToList();
        var files = new List<FormattedFile>();
        await foreach (
            var (input, bytes) in PolicyContents.ReadAsync(context, selection.Files, problems, cancellationToken)
        )
        {
            files.Add(Format(input, bytes));
        }

        problems.AddRange(Publish(request, files));
        return Conclude(request, files, problems);
    }

    private static FormattedFile Format(InputFile input, byte[] bytes) =>
        new(input, Encoding.UTF8.GetString(bytes).TrimStart('\uFEFF'), PolicyFormatter.Format(bytes, input.Name));

    // Returns what could not be written.
    private List<string> Publish(FormatRequest request, List<FormattedFile> files)
    {
        var problems = new List<string>();
        var isDry = request.Check || request.Diff;
        foreach (var file in files)
        {
            if (file.Input.FullPath is null && !isDry)
            {
                context.WriteDocument(file.Result.Text ?? "");
            }
            else if (file.IsChanged && request.Diff && !request.Json)
            {
                context.WriteDocument(UnifiedDiff.Of(file.Input.Name, file.Before, file.Result.Text ?? ""));
            }

            if (
                file is { IsChanged: true, Input.FullPath: { } path }
                && !isDry
                && OutputFile.Write(path, file.Input.Name, file.Result.Text ?? "") is { } problem
            )
            {
                problems.Add(problem);
            }
        }

        Report(request, files);
        return problems;
    }

    private void Report(FormatRequest request, List<FormattedFile> files)
    {
        if (request.Json)
        {
            WriteJson(files);
        }
        else if (!request.Diff)
        {
            foreach (var file in files.Where(file => file is { IsChanged: true, Input.FullPath: not null }))
            {
                context.Output.WriteLine(Printable.Of(file.Input.Name));
            }
        }

        context.Output.Flush();
        foreach (var file in files.Where(file => file.Result.Text is null))
        {
            var linted = new LintedFile(
                file.Input.Name,
                SourceLines.Of(Encoding.UTF8.GetBytes(file.Before)),
                file.Result.Diagnostics
            );
            new LintText(context.Error, new Paint(false)).Write(new LintReport([linted], TimeSpan.Zero));
        }
    }

    private void WriteJson(List<FormattedFile> files) =>
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
                    json.WriteBoolean("changed", file.IsChanged);
                    json.WriteBoolean("has_errors", file.Result.Text is null);
                    json.WriteEndObject();
                }

                json.WriteEndArray();
            }
        );

    private int Conclude(FormatRequest request, List<FormattedFile> files, List<string> problems)
    {
        problems.ForEach(problem => context.Error.WriteLine($"rgp: {problem}"));
        if (problems.Count > 0)
        {
            return context.Finish(
                ExitCode.Unreachable,
                "Check the paths and their permissions; everything else was formatted."
            );
        }

        if (files.Exists(file => file.Result.Text is null))
        {
            return context.Finish(
                request.Check ? ExitCode.Findings : ExitCode.Usage,
                "Fix the errors above; a file with them is left as it is."
            );
        }

        var changed = files.Count(file => file.IsChanged);
        return request.Check && changed > 0
            ? context.Finish(
                ExitCode.Findings,
                $"{changed} of {files.Count} files are not formatted: run `rgp fmt` on them."
            )
            : ExitCode.Success;
    }
}

/// <summary>What <c>rgp fmt</c> was asked for.</summary>
/// <param name="Paths">Files, folders, patterns, <c>-</c>.</param>
/// <param name="Check">Writes nothing; ends with 1 when something would change.</param>
/// <param name="Diff">Writes nothing; shows what would change.</param>
/// <param name="Json">Reports as <c>rgp/fmt/1</c>.</param>
internal sealed record FormatRequest(ImmutableArray<string> Paths, bool Check, bool Diff, bool Json);

/// <summary>One file and what formatting it gave.</summary>
/// <param name="Input">The file.</param>
/// <param name="Before">Its text.</param>
/// <param name="Result">The formatted text or the errors.</param>
internal sealed record FormattedFile(InputFile Input, string Before, FormatResult Result)
{
    /// <summary>True when the file is not in the style.</summary>
    public bool IsChanged => Result.Text is { } after && after != Before;
}
