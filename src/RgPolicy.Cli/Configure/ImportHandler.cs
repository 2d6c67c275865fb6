using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Configure;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Formatting;
using RgPolicy.Language.Targets;

namespace RgPolicy.Cli.Configure;

/// <summary>Writes a server's present configuration as a policy.</summary>
internal sealed class ImportHandler(CliContext context)
{
    private const string FileName = "import.rgp";
    private const string DeadClass = "RG300";

    /// <summary>Writes the policy.</summary>
    /// <param name="server">The server.</param>
    /// <param name="output">The file; null for standard output.</param>
    /// <param name="isStrict">Whatever a policy cannot say counts as a finding.</param>
    /// <param name="json">One document.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>The exit code.</returns>
    public Task<int> RunAsync(
        ServerChoice server,
        string? output,
        bool isStrict,
        bool json,
        CancellationToken cancellationToken
    ) =>
        ServerCommand.RunAsync(
            context,
            server,
            async configurator =>
            {
                if (configurator is not IPolicyImporter importer)
                {
                    return context.Fail(
                        ExitCode.Usage,
                        $"the configuration of {configurator.Server.Kind} cannot be imported",
                        "Name a SQL Server, MariaDB or MySQL: --server sqlserver://login@host or --server "
                            + "mysql://login@host."
                    );
                }

                var imported = WithoutDeadClasses(await importer.ImportAsync(cancellationToken), configurator.Profile);
                await WriteAsync(
                    imported with
                    {
                        Text = PolicyFormatter.Format(imported.Text, FileName).Text ?? imported.Text,
                    },
                    output,
                    json,
                    cancellationToken
                );
                return imported.IsLossy || (isStrict && !imported.Left.IsEmpty) ? ExitCode.Findings : ExitCode.Success;
            },
            cancellationToken
        );

    /// <summary>A rule of a classifier that no session can reach is an error in a policy: a comment stands in its
    /// place.</summary>
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

    private async Task WriteAsync(
        ImportedPolicy imported,
        string? output,
        bool json,
        CancellationToken cancellationToken
    )
    {
        if (output is not null)
        {
            await File.WriteAllTextAsync(context.Resolve(output), imported.Text, cancellationToken);
        }

        if (json)
        {
            JsonOutput.WriteDocument(
                context,
                "rgp/import/1",
                writer =>
                {
                    writer.WriteString("policy", imported.Text);
                    writer.WriteStartArray("left");
                    imported.Left.ToList().ForEach(writer.WriteStringValue);
                    writer.WriteEndArray();
                }
            );
            return;
        }

        if (output is null)
        {
            context.WriteDocument(imported.Text);
        }

        foreach (var left in imported.Left)
        {
            await context.Error.WriteLineAsync(left.AsMemory(), cancellationToken);
        }
    }
}
