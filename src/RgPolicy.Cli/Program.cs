using RgPolicy.Cli.Commands;
using RgPolicy.Cli.Lint;

namespace RgPolicy.Cli;

internal static class Program
{
    public static async Task<int> Main(string[] args)
    {
        if (args is ["lint", ..])
            CollectionPause.Begin();

        if (args is ["run", ..] or ["service", "run", ..])
            ProgramPages.ReadAhead();

        var context = ProcessContext.Create();
        using var interrupt = new InterruptSource();
        var exitCode = await CommandRunner.RunAsync(context, args, interrupt.Token);
        await context.FlushAsync();
        return exitCode;
    }
}
