using RgPolicy.Language.Checking;
using RgPolicy.Language.Formatting;

namespace RgPolicy.Cli.Configure;

/// <summary><c>rgp import</c>: writes a server's configuration as a policy.</summary>
internal sealed class ImportCommand(CliContext context)
{
    private const string FileName = "import.rgp";
    private const string DeadClass = "RG300";

    private static readonly ServerOptions Server = new(isRequired: true);

    private static readonly Option<string?> Output = new("--out")
    {
        Description = "The policy to write; without it standard output.",
        HelpName = "FILE",
    };

    private static readonly Option<bool> Strict = new("--strict")
    {
        Description =
            "Ends with 1 where a policy cannot say all of it, and not only where a session would be "
            + "classed or limited otherwise.",
    };

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "import",
            "Writes a server's configuration as a policy.",
            "rgp import --server sqlserver://dba@db1 --out present.rgp",
            "rgp import --server sqlserver://dba@db1 --output json"
        )
        {
            Details =
                "Of SQL Server, MariaDB and MySQL. What a policy cannot say stands in it as a comment. Nothing is changed.",
            Ends =
            [
                new(
                    ExitCode.Findings,
                    "The policy would class or limit a session otherwise; with --strict: it cannot say all."
                ),
            ],
        }
            .Takes([.. Server.All, Output, Strict])
            .Does(new ImportCommand(context).RunAsync);

    private async Task<int> RunAsync(ParseResult result)
    {
        await using var configurator = await ConfiguratorOpener.OpenAsync(context, Server.Read(result));
        if (configurator is not IPolicyImporter importer)
        {
            return context.Fail(
                ExitCode.Usage,
                $"the configuration of {configurator.Server.Kind} cannot be imported",
                "Name a SQL Server, MariaDB or MySQL: --server sqlserver://login@host or --server "
                    + "mysql://login@host."
            );
        }

        var imported = WithoutDeadClasses(await importer.ImportAsync(context.Interrupt), configurator.Profile);
        await WriteAsync(
            imported with
            {
                Text = PolicyFormatter.Format(imported.Text, FileName).Text ?? imported.Text,
            },
            result.GetValue(Output),
            result.WantsJson()
        );
        return imported.IsLossy || (result.GetValue(Strict) && !imported.Left.IsEmpty)
            ? ExitCode.Findings
            : ExitCode.Success;
    }

    // A rule of the classifier that no session can reach would be an error of the policy.
    private static ImportedPolicy WithoutDeadClasses(ImportedPolicy imported, TargetProfile target)
    {
        while (
            PolicyReader
                .Check(imported.Text, FileName, target)
                .Diagnostics.FirstOrDefault(each =>
                    each.Severity == DiagnosticSeverity.Error
                    && each.Code.StartsWith(DeadClass, StringComparison.Ordinal)
                )
                is { } dead
        )
        {
            var lines = imported.Text.Split('\n').ToList();
            var sentence = "A rule of the classifier is left out: " + dead.Message.ReplaceLineEndings(" ");
            lines[dead.Range.StartLine - 1] = "// " + sentence;
            imported = imported with { Text = string.Join('\n', lines), Left = imported.Left.Add(sentence) };
        }

        return imported;
    }

    private async Task WriteAsync(ImportedPolicy imported, string? output, bool json)
    {
        if (output is not null)
            await File.WriteAllTextAsync(context.Resolve(output), imported.Text, context.Interrupt);

        if (json)
        {
            new JsonReport(context, "rgp/import/1").Write(writer =>
            {
                writer.WriteString("policy", imported.Text);
                writer.WriteTexts("left", imported.Left);
            });
            return;
        }

        if (output is null)
            context.WriteDocument(imported.Text);

        foreach (var left in imported.Left)
            await context.Error.WriteLineAsync(left.AsMemory(), context.Interrupt);
    }
}
