namespace RgPolicy.Cli.Explain;

/// <summary><c>rgp explain</c>: says what a diagnostic means.</summary>
internal sealed class ExplainCommand(CliContext context)
{
    private static readonly Argument<string?> Code = CreateCode();
    private static readonly Option<bool> All = new("--list")
    {
        Description = "Lists all diagnostics with code, name and severity.",
    };

    public static Command Create(CliContext context)
    {
        var handler = new ExplainCommand(context);
        return new RgpCommand(
            "explain",
            "Says what a diagnostic means.",
            "rgp explain RG2001",
            "rgp explain shadowed-class",
            "rgp explain --list"
        )
            .Takes(Code, All)
            .Checks(result =>
            {
                if (result.GetValue(Code) is null != result.GetValue(All))
                    result.AddError("Write either CODE or --list.");
            })
            .Does(result =>
                result.GetValue(Code) is { } word
                    ? handler.Run(word, result.WantsJson())
                    : handler.List(result.WantsJson())
            );
    }

    private static Argument<string?> CreateCode()
    {
        var code = new Argument<string?>("CODE")
        {
            Description = "A diagnostic by its code or its name: RG3002 or shadowed-class.",
            Arity = ArgumentArity.ZeroOrOne,
        };
        code.CompletionSources.Add(_ =>
            DiagnosticCatalog
                .All.SelectMany(each => new[] { each.Code, each.Name })
                .Select(word => new System.CommandLine.Completions.CompletionItem(word))
        );
        return code;
    }

    /// <summary>Prints the page of a code.</summary>
    private int Run(string given, bool json)
    {
        var word = Normalise(given);
        if (DiagnosticCatalog.Find(word) is not { } entry)
        {
            var closest = NameSuggestion.Find(word, DiagnosticCatalog.All.SelectMany(Words));
            return context.Fail(
                ExitCode.Usage,
                $"there is no diagnostic `{given}`{(closest is null ? "" : $"; did you mean `{closest}`?")}",
                "`rgp explain --list` has them all; `rgp lint` puts the code in brackets, such as RG2001."
            );
        }

        if (json)
        {
            new JsonReport(context, "rgp/explain/1").Write(writer =>
            {
                writer.WriteString("code", entry.Code);
                writer.WriteString("name", entry.Name);
                writer.WriteString("severity", SeverityNames.Of(entry.Severity));
                writer.WriteString("title", entry.Title);
                writer.WriteString("page", PageOf(entry));
            });
        }
        else
        {
            Print(PageOf(entry));
        }

        return ExitCode.Success;
    }

    /// <summary>Prints all codes with their names.</summary>
    private int List(bool json)
    {
        if (json)
        {
            new JsonReport(context, "rgp/explain-list/1").Write(WriteList);
            return ExitCode.Success;
        }

        var table = new TextTable(["code", "name", "severity", "means"]);
        foreach (var entry in DiagnosticCatalog.All)
            table.Add(entry.Code, entry.Name, SeverityNames.Of(entry.Severity), entry.Title);

        table.Write(context);
        return ExitCode.Success;
    }

    private static void WriteList(Utf8JsonWriter json)
    {
        json.WriteObjects(
            "diagnostics",
            DiagnosticCatalog.All,
            entry =>
            {
                json.WriteString("code", entry.Code);
                json.WriteString("name", entry.Name);
                json.WriteString("severity", SeverityNames.Of(entry.Severity));
                json.WriteString("title", entry.Title);
            }
        );
    }

    // As it is for a file or a program, which may want Markdown.
    private void Print(string page)
    {
        if (context.IsOutputTerminal)
            new MarkdownText(new Paint(context.UsesColour)).Write(context.Output, page);
        else
            context.Output.Write(page);
    }

    private static string PageOf(DiagnosticDescription entry) =>
        DiagnosticPages.Find(entry.Code)?.Text
        ?? $"{entry.Code} {entry.Name} ({SeverityNames.Of(entry.Severity)}): {entry.Title}\n";

    private static string[] Words(DiagnosticDescription entry) => [entry.Code, entry.Name];

    // A code in any case, with or without its letters; a name as it is.
    private static string Normalise(string given)
    {
        var code = given.ToUpperInvariant();
        return code.All(char.IsAsciiDigit) ? "RG" + code
            : code.StartsWith("RG", StringComparison.Ordinal) ? code
            : given.ToLowerInvariant();
    }
}

/// <summary>The words of severities.</summary>
internal static class SeverityNames
{
    /// <summary><c>error</c>, <c>warning</c> or <c>info</c>.</summary>
    public static string Of(DiagnosticSeverity severity) =>
        severity switch
        {
            DiagnosticSeverity.Error => "error",
            DiagnosticSeverity.Warning => "warning",
            _ => "info",
        };
}
