using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Cli.Configure;

/// <summary>Keeps what a plan depends on.</summary>
internal sealed class FactsHandler(CliContext context)
{
    /// <summary>Writes the server's facts to a file, or to standard output.</summary>
    /// <returns>The exit code.</returns>
    public Task<int> RunAsync(ServerChoice server, string? output, CancellationToken cancellationToken) =>
        ServerCommand.RunAsync(
            context,
            server,
            async configurator =>
            {
                if (configurator is not IFactsKeeper keeper)
                {
                    return context.Fail(
                        ExitCode.Usage,
                        $"facts of {configurator.Server.Kind} are not kept",
                        "Name a SQL Server or PostgreSQL: --server sqlserver://login@host."
                    );
                }

                var facts = await keeper.KeepFactsAsync(context.Time.GetUtcNow(), cancellationToken);
                if (output is null)
                {
                    context.WriteDocument(facts);
                }
                else
                {
                    await File.WriteAllTextAsync(context.Resolve(output), facts, cancellationToken);
                }

                return ExitCode.Success;
            },
            cancellationToken
        );
}
