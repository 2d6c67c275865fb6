namespace RgPolicy.Cli.Configure;

/// <summary><c>rgp facts</c>: keeps what plans need to know of a server.</summary>
internal static class FactsCommand
{
    private static readonly Option<string?> Connect = LiveOptions.Connect(isRequired: true);
    private static readonly Option<string?> PasswordFile = LiveOptions.PasswordFile();

    private static readonly Option<string?> Output = new RenamedOption<string?>("--out", "-o")
    {
        Description = "The file to write; without it standard output.",
        HelpName = "FILE",
    };

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "facts",
            "Saves what plans need to know of a server.",
            "rgp facts --server sqlserver://dba@db1 --out server.json",
            "rgp facts --server postgres://dba@db2/shop --out catalog.json",
            "rgp plan samples/sqlserver/resource_governor.rgp --facts server.json --script change.sql"
        )
        {
            Details =
                "Of SQL Server for rgp plan --facts; of PostgreSQL the sizes of tables and indexes, for rgp query-plan --catalog. Nothing is changed.",
        }
            .Takes(Connect, PasswordFile, Output)
            .Does(result => RunAsync(context, result));

    private static async Task<int> RunAsync(CliContext context, ParseResult result)
    {
        var server = new ServerChoice(result.GetValue(Connect), result.GetValue(PasswordFile), null);
        await using var configurator = await ConfiguratorOpener.OpenAsync(context, server);
        if (configurator is not IFactsExport export)
        {
            return context.Fail(
                ExitCode.Usage,
                $"facts of {configurator.Server.Kind} are not kept",
                "Name a SQL Server or PostgreSQL: --server sqlserver://login@host."
            );
        }

        var facts = await export.ExportFactsAsync(context.Time.GetUtcNow(), context.Interrupt);
        if (result.GetValue(Output) is { } file)
            await File.WriteAllTextAsync(context.Resolve(file), facts, context.Interrupt);
        else
            context.WriteDocument(facts);

        return ExitCode.Success;
    }
}
