using RgPolicy.Host.Text;
using RgPolicy.Plans;

namespace RgPolicy.Cli.PlanInfo;

/// <summary><c>rgp query-plan</c>: what plan documents say.</summary>
internal sealed class PlanInfoCommand(CliContext context)
{
    private const string DefaultLlc = "32 MiB";

    private static readonly Argument<string[]> Documents = new("FILE")
    {
        Description = "Plan documents, folders of them, patterns, or - for standard input.",
        Arity = ArgumentArity.OneOrMore,
    };

    private static readonly Option<string> Llc = CreateLlc();

    private static readonly Option<string?> Catalog = new("--catalog")
    {
        Description = "Sizes of PostgreSQL's tables and indexes, as rgp facts has kept them.",
        HelpName = "FILE",
    };

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "query-plan",
            "Shows what a query plan says: shape, working set, cache use.",
            "rgp query-plan q6.json",
            "rgp query-plan plans --llc '16 MiB' --output json",
            "rgp query-plan plans --catalog catalog.json"
        )
        {
            OldNames = ["plan-info"],
            Ends = [new(ExitCode.Findings, "A document is damaged, or is no plan.")],
        }
            .Takes(Documents, Llc, Catalog)
            .Does(new PlanInfoCommand(context).RunAsync);

    private static Option<string> CreateLlc()
    {
        var llc = new Option<string>("--llc")
        {
            Description = "The size of one last-level cache that plans are judged against.",
            HelpName = "SIZE",
            DefaultValueFactory = _ => DefaultLlc,
        };
        llc.Validators.Add(result =>
        {
            if (result.Tokens is [.., { Value: var value }] && SizeText.Parse(value) is null)
            {
                result.AddError(
                    $"`{value}` is not a size: write a number and B, KiB, MiB, GiB, KB, MB or GB, such as '{DefaultLlc}'."
                );
            }
        });
        return llc;
    }

    private static readonly string[] PlanEndings = [".json", ".sqlplan", ".xml", ".txt", ".plan", ".out", ".in"];

    /// <summary>Reads the plan and prints its profile.</summary>
    /// <returns>The exit code: 1 when a document could not be read as a plan.</returns>
    private async Task<int> RunAsync(ParseResult result)
    {
        var selection = InputSelection.Of(context, result.GetRequiredValue(Documents), IsPlan);
        selection.NeedAny(
            "no plan document was found there",
            $"Name a file, or - for standard input; of a folder those count that end in {string.Join(", ", PlanEndings)}."
        );
        var options = new PlanReaderOptions { LlcBytes = SizeText.Parse(result.GetRequiredValue(Llc)) ?? 0 };
        if (result.GetValue(Catalog) is { } catalog)
            options = options with { Relations = await ReadCatalogAsync(catalog) };

        var problems = selection.Problems.ToList();
        var documents = await ReadAsync(selection.Files, options, problems);
        Print(documents, options, result.WantsJson());
        return Conclude(documents, problems);
    }

    private async Task<IReadOnlyDictionary<string, RelationFigures>> ReadCatalogAsync(string path)
    {
        const string Next = "Make it with: rgp facts --server postgres://login@host/database --out FILE";
        const int MostBytes = RelationsDocument.MostBytes;
        var file = InputFile.Named(context, path);
        var bytes = await FileContent.NeedAsync(context, file, MostBytes, Next);
        return (bytes.Length <= MostBytes ? RelationsDocument.Read(bytes) : null)
            ?? throw new CommandException(ExitCode.Usage, $"`{path}` holds no sizes of tables (rgp/relations/1)", Next);
    }

    /// <summary>Whether a file of a folder counts as a plan document, by its name.</summary>
    public static bool IsPlan(string name) =>
        PlanEndings.Contains(Path.GetExtension(name), StringComparer.OrdinalIgnoreCase);

    private async Task<List<(string Path, PlanDocument Document)>> ReadAsync(
        ImmutableArray<InputFile> files,
        PlanReaderOptions options,
        List<string> problems
    )
    {
        var documents = new List<(string Path, PlanDocument Document)>(files.Length);
        foreach (var file in files)
        {
            context.Interrupt.ThrowIfCancellationRequested();
            var content = await FileContent.ReadAsync(context, file, options.MaximumBytes);
            if (content.Bytes is { } bytes)
                documents.Add((file.Name, PlanReader.Read(bytes, options)));
            else if (content.Problem is { } problem)
                problems.Add(problem);
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
        if (context.FinishUnread(problems, "read") is { } unread)
            return unread;

        var unreadable = documents.Where(each => IsUnread(each.Document)).Select(each => each.Path).ToImmutableArray();
        foreach (var path in unreadable)
            context.Error.WriteLine($"rgp: `{path}` is not a plan, or cannot be read to its end");

        return unreadable.IsEmpty
            ? ExitCode.Success
            : context.Finish(
                ExitCode.Findings,
                "The diagnostics above say why; Showplan XML and EXPLAIN as text or with FORMAT JSON can be read."
            );
    }

    private static bool IsUnread(PlanDocument document) => document.Statements.IsEmpty || document.Damage is not null;
}
