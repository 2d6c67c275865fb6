using RgPolicy.Mutation.Building;
using RgPolicy.Mutation.Mutants;
using RgPolicy.Mutation.Trying;

namespace RgPolicy.Mutation;

/// <summary>Changes a project's code at places drawn by a seed, and lists each change that no test sees.</summary>
internal static class Program
{
    public static async Task<int> Main(string[] arguments)
    {
        if (MutationOptions.Read(arguments) is not { } options)
        {
            await Console.Error.WriteLineAsync(MutationOptions.Usage);
            return 2;
        }

        var tree = new MutatedTree(options.Tree, options.Project, options.Tests);
        var drawn = MutantDraw.Draw(tree.Sources(options.Only), options.Seed, options.Mutants);
        if (await tree.BuildAsync(drawn) is not { Length: > 0 } compiled)
        {
            await Console.Error.WriteLineAsync("no change to try");
            return 3;
        }

        Console.WriteLine($"{drawn.Length} changes drawn by seed {options.Seed}, {compiled.Length} of them compile");
        var trial = new MutantTrial(options.Workers, options.SlowestTest);
        var outcomes = await trial.RunAsync(tree.TestPrograms, compiled);
        return MutationReport.Write(Console.Out, compiled, outcomes, options.WantedPercent) ? 0 : 1;
    }
}
