using System.Globalization;

namespace RgPolicy.Mutation;

/// <summary>What is asked for.</summary>
/// <param name="Tree">A clone of the repository, in which code may be changed.</param>
/// <param name="Project">The project's name without its prefix.</param>
/// <param name="Tests">The projects whose tests are tried, one after the other, without prefix and suffix.</param>
/// <param name="Seed">The same seed draws the same changes of the same code.</param>
/// <param name="Mutants">How many changes are drawn.</param>
/// <param name="Only">A part of a path that the changed files have; empty for all.</param>
/// <param name="Workers">Processes at a time.</param>
/// <param name="SlowestTest">Seconds; tests that take longer are left out.</param>
/// <param name="WantedPercent">Below it the command fails.</param>
internal sealed record MutationOptions(
    string Tree,
    string Project,
    string[] Tests,
    int Seed,
    int Mutants,
    string Only,
    int Workers,
    double SlowestTest,
    int WantedPercent
)
{
    public const string Usage =
        "usage: tools/mutation/run PROJECT [--seed N] [--mutants N] [--only PART] [--tests A,B] [--workers N] "
        + "[--slowest SECONDS]";

    /// <summary>Reads the arguments: the tree, the project, then options with values; null where one is not
    /// known.</summary>
    public static MutationOptions? Read(string[] arguments)
    {
        if (arguments.Length < 2 || arguments.Length % 2 != 0)
            return null;
        var options = new MutationOptions(
            arguments[0],
            arguments[1],
            TestsOf(arguments[1]),
            1,
            170,
            "",
            Environment.ProcessorCount,
            4,
            85
        );
        for (var index = 2; index < arguments.Length; index += 2)
        {
            if (options.With(arguments[index], arguments[index + 1]) is not { } next)
                return null;
            options = next;
        }

        return options;
    }

    // Whose tests are quick and see what the project does.
    private static string[] TestsOf(string project) =>
        project switch
        {
            "Language" => ["Language", "Engine", "Cli"],
            "Engine" => ["Engine", "Simulation", "Service", "Cli"],
            _ => [project],
        };

    private MutationOptions? With(string name, string value) =>
        name == "--only" ? this with { Only = value }
        : name == "--tests" ? this with { Tests = value.Split(',') }
        : !int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? null
        : name switch
        {
            "--seed" => this with { Seed = number },
            "--mutants" => this with { Mutants = number },
            "--workers" => this with { Workers = Math.Max(1, number) },
            "--slowest" => this with { SlowestTest = number },
            _ => null,
        };
}
