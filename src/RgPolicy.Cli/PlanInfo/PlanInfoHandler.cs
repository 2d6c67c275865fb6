using System.Collections.Immutable;
using RgPolicy.Cli.Files;
using RgPolicy.Cli.Shell;
using RgPolicy.Host.Text;
using RgPolicy.Plans;

namespace RgPolicy.Cli.PlanInfo;

/// <summary>Reads plan documents and prints what they tell.</summary>
internal sealed class PlanInfoHandler(CliContext context)
{
    private static readonly string[] PlanEndings = [".json", ".sqlplan", ".xml", ".txt", ".plan", ".out", ".in"];

    /// <summary>Reads the plan and prints its profile.</summary>
    /// <returns>The exit code: 1 when a document could not be read as a plan.</returns>
    public async Task<int> RunAsync(
        ImmutableArray<string> paths,
        long llcBytes,
        string? catalog,
        bool json,
        CancellationToken cancellationToken
    )
    {
        var selection = InputSelection.Of(context, paths, IsPlan);
        if (selection.Files.IsEmpty && selection.Problems.IsEmpty)
        {
            return context.Fail(
                ExitCode.Usage,
                "no plan document was found there",
                $"Name a file, or - for standard input; of a folder those count that end in {string.Join(", ", PlanEndings)}."
            );
        }

        var options = new PlanReaderOptions { LlcBytes = llcBytes };
        if (catalog is not null)
        {
            var (relations, exitCode) = await ReadCatalogAsync(catalog, cancellationToken);
            if (relations is null)
            {
                return exitCode;
            }

            options = options with { Relations = relations };
        }

        var problems = selection.Problems.ToList();
        var documents = await ReadAsync(selection.Files, options, problems, cancellationToken);
        Print(documents, options, json);
        return Conclude(documents, problems);
    }

    private async Task<(IReadOnlyDictionary<string, RelationFigures>? Relations, int ExitCode)> ReadCatalogAsync(
        string path,
        CancellationToken cancellationToken
    )
    {
        const string Next = "Make it with: rgp facts --server postgres://login@host/database --out FILE";
        var file = new InputFile(path, context.Resolve(path));
        var content = await FileContent.ReadAsync(context, file, RelationsDocument.MostBytes, cancellationToken);
        return content.Bytes is not { } bytes ? (null, context.Fail(ExitCode.Unreachable, content.Problem ?? "", Next))
            : bytes.Length <= RelationsDocument.MostBytes && RelationsDocument.Read(bytes) is { } relations
                ? (relations, ExitCode.Success)
            : (null, context.Fail(ExitCode.Usage, $"`{path}` holds no sizes of tables (rgp/relations/1)", Next));
    }

    /// <summary>Whether a file of a folder counts as a plan document, by its name.</summary>
    public static bool IsPlan(string name) =>
        PlanEndings.Contains(Path.GetExtension(name), StringComparer.OrdinalIgnoreCase);

    private async Task<List<(string Path, PlanDocument Document)>> ReadAsync(
        ImmutableArray<InputFile> files,
        PlanReaderOptions options,
        List<string> problems,
        CancellationToken cancellationToken
    )
    {
        var documents = new List<(string Path, PlanDocument Document)>(files.Length);
        foreach (var file in files)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var content = await FileContent.ReadAsync(context, file, options.MaximumBytes, cancellationToken);
            if (content.Bytes is { } bytes)
            {
                documents.Add((file.Name, PlanReader.Read(bytes, options)));
            }
            else if (content.Problem is { } problem)
            {
                problems.Add(problem);
            }
        }

        return documents;
    }

    private void Print(List<(string Path, PlanDocument Document)> documents, PlanReaderOptions options, bool json)
    {
        if (json)
        {
            JsonOutput.WriteValue(context, writer => PlanInfoJson.Write(writer, documents));
        }
        else if (documents.Count > 0)
        {
            context.Output.Write(
                PlanInfoText.Write([.. documents.Select(each => (SafeText.Escape(each.Path), each.Document))], options)
            );
        }
    }

    private int Conclude(List<(string Path, PlanDocument Document)> documents, List<string> problems)
    {
        foreach (var problem in problems)
        {
            context.Error.WriteLine($"rgp: {problem}");
        }

        if (problems.Count > 0)
        {
            return context.Finish(
                ExitCode.Unreachable,
                "Check the paths and their permissions; everything else was read."
            );
        }

        var unread = documents.Where(each => IsUnread(each.Document)).Select(each => each.Path).ToImmutableArray();
        foreach (var path in unread)
        {
            context.Error.WriteLine($"rgp: `{path}` is not a plan, or cannot be read to its end");
        }

        return unread.IsEmpty
            ? ExitCode.Success
            : context.Finish(
                ExitCode.Findings,
                "The diagnostics above say why; Showplan XML and EXPLAIN as text or with FORMAT JSON can be read."
            );
    }

    private static bool IsUnread(PlanDocument document) => document.Statements.IsEmpty || document.Damage is not null;
}
