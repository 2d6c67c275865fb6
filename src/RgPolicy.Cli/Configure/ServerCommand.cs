using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Cli.Configure;

/// <summary>Opens a server, does something with it, and turns what a server can do wrong into an exit code.</summary>
internal static class ServerCommand
{
    /// <summary>Opens the server, runs the command, closes the server.</summary>
    /// <returns>The exit code.</returns>
    public static async Task<int> RunAsync(
        CliContext context,
        ServerChoice server,
        Func<IConfigurator, Task<int>> run,
        CancellationToken cancellationToken
    )
    {
        var opening = await ConfiguratorOpener.OpenAsync(context, server, cancellationToken);
        if (opening.Configurator is not { } configurator)
        {
            return opening.ExitCode;
        }

        await using (configurator)
        {
            try
            {
                return await run(configurator);
            }
            catch (ConfigureException failure)
            {
                return context.Fail(ExitCode.Unreachable, failure.Message, failure.Next);
            }
        }
    }
}
