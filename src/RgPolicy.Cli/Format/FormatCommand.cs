using RgPolicy.Cli.Lint;
using RgPolicy.Language.Formatting;
using RgPolicy.Service.Files;

namespace RgPolicy.Cli.Format;

/// <summary><c>rgp fmt</c>: formats policies and test files in place.</summary>
internal sealed class FormatCommand(CliContext context)
{
    private static readonly Argument<string[]> Paths = PathArguments.Create(
        "Files, folders (their *.rgp and *.rgtest), patterns, or - for standard input. Without it: this folder."
    );

    private static readonly Option<bool> Check = new("--check")
    {
        Description = "Writes nothing; exits with 1 when a file is not formatted.",
    };

    private static readonly Option<bool> Diff = new("--diff")
    {
        Description = "Writes nothing; prints the difference.",
    };

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "fmt",
            "Formats policies and test files in place.",
            "rgp fmt policies",
            "rgp fmt --check --diff policies/htap.rgp"
        )
        {
            Ends = [new(ExitCode.Findings, "With --check: a file is not formatted.")],
        }
            .Takes(Paths, Check, Diff)
            .Does(new FormatCommand(context).RunAsync);

    private const string Schema = "rgp/fmt/1";

    private async Task<int> RunAsync(ParseResult result)
    {
        var selection = InputSelection.Of(context, PathArguments.Read(result, Paths), PolicyFiles.IsPolicyOrTest);
        selection.NeedAny(PolicyFiles.NoneFound, "Name a policy file, a folder, or - for standard input.");
        var problems = selection.Problems.ToList();
        var files = new List<FormattedFile>();
        await foreach (var (input, bytes) in PolicyContents.ReadAsync(context, selection.Files, problems))
            files.Add(Format(input, bytes));

        problems.AddRange(Publish(result, files));
        return Conclude(result, files, problems);
    }

    private static FormattedFile Format(InputFile input, byte[] bytes) =>
        new(input, Encoding.UTF8.GetString(bytes).TrimStart('\uFEFF'), PolicyFormatter.Format(bytes, input.Name));

    // Returns what could not be written.
    private List<string> Publish(ParseResult result, List<FormattedFile> files)
    {
        var problems = new List<string>();
        var isDry = result.GetValue(Check) || result.GetValue(Diff);
        foreach (var file in files)
        {
            if (file.Input.FullPath is null && !isDry)
                context.WriteDocument(file.Result.Text ?? "");
            else if (file.IsChanged && result.GetValue(Diff) && !result.WantsJson())
                context.WriteDocument(UnifiedDiff.Of(file.Input.Name, file.Before, file.Result.Text ?? ""));

            if (
                file is { IsChanged: true, Input.FullPath: { } path }
                && !isDry
                && OutputFile.Write(path, file.Input.Name, file.Result.Text ?? "") is { } problem
            )
                problems.Add(problem);
        }

        Report(result, files);
        return problems;
    }

    private void Report(ParseResult result, List<FormattedFile> files)
    {
        if (result.WantsJson())
        {
            WriteJson(files);
        }
        else if (!result.GetValue(Diff))
        {
            foreach (var file in files.Where(file => file is { IsChanged: true, Input.FullPath: not null }))
                context.Output.WriteLine(Printable.Of(file.Input.Name));
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
        new JsonReport(context, Schema).Write(json =>
        {
            json.WriteObjects(
                "files",
                files,
                file =>
                {
                    json.WriteString("path", file.Input.Name);
                    json.WriteBoolean("changed", file.IsChanged);
                    json.WriteBoolean("has_errors", file.Result.Text is null);
                }
            );
        });

    private int Conclude(ParseResult result, List<FormattedFile> files, List<string> problems)
    {
        if (context.FinishUnread(problems, "formatted") is { } unread)
            return unread;

        if (files.Exists(file => file.Result.Text is null))
        {
            return context.Finish(
                result.GetValue(Check) ? ExitCode.Findings : ExitCode.Usage,
                "Fix the errors above; a file with them is left as it is."
            );
        }

        var changed = files.Count(file => file.IsChanged);
        return result.GetValue(Check) && changed > 0
            ? context.Finish(
                ExitCode.Findings,
                $"{changed} of {files.Count} files are not formatted: run `rgp fmt` on them."
            )
            : ExitCode.Success;
    }
}

/// <summary>One file and what formatting it gave.</summary>
internal sealed record FormattedFile(InputFile Input, string Before, FormatResult Result)
{
    /// <summary>True when the file is not in the style.</summary>
    public bool IsChanged => Result.Text is { } after && after != Before;
}
