using System.CommandLine;
using System.Diagnostics;
using RgPolicy.Testing.Policies.Checks;
using RgPolicy.Testing.Policies.Text;

namespace RgPolicy.PolicyProof;

/// <summary>The command line.</summary>
internal static class ProofCommand
{
    private const int MostShown = 10;

    private static readonly Option<int> Policies = new("--policies")
    {
        Description = "how many policies are drawn",
        DefaultValueFactory = _ => 100_000,
    };

    private static readonly Option<int> Seed = new("--seed")
    {
        Description = "seed of the first policy; each next one has the next seed",
        DefaultValueFactory = _ => 1,
    };

    /// <summary>Builds it. Exit code 0: no difference; 1: some.</summary>
    public static RootCommand Create()
    {
        var command = new RootCommand(
            "Draws policies, counts out the verdict on every class case by case, and compares: verdicts, witnesses "
                + "and classification"
        )
        {
            Policies,
            Seed,
        };
        command.Subcommands.Add(DifferenceCommand.Create());
        command.SetAction(result => Run(result.GetValue(Policies), result.GetValue(Seed)));
        return command;
    }

    private static int Run(int policies, int seed)
    {
        var watch = Stopwatch.StartNew();
        var tally = new SortedDictionary<string, int>(StringComparer.Ordinal);
        var due = new DueVerdicts();
        var (bad, queries) = (0, 0);
        for (var index = 0; index < policies; index++)
        {
            var policy = new PolicyGenerator(seed + index).Next();
            var check = VerdictProof.Check(policy);
            foreach (var finding in check.Diagnostics)
                tally[finding.Code] = tally.GetValueOrDefault(finding.Code) + 1;

            due.Add(policy, check.Diagnostics);
            var differences = VerdictProof
                .Differences(policy, check)
                .Concat(ClassifierProof.Differences(policy, check, seed + index, ref queries))
                .ToList();
            if (differences.Count > 0 && ++bad <= MostShown)
                Console.WriteLine($"seed {seed + index}:\n{policy.Text}{string.Join('\n', differences)}\n");
        }

        Console.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{policies} policies, {queries} queries classified, {bad} policies with a difference, "
                    + $"{watch.Elapsed.TotalSeconds:0.0} s"
            )
        );
        Console.WriteLine(string.Join(", ", tally.Select(pair => $"{pair.Key} {pair.Value}")));
        Console.WriteLine(
            "code: due, found, false, below a class that is always true, of a class that is not reached, missing"
        );
        foreach (var (code, count) in due.Counts)
        {
            Console.WriteLine(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{code}: {count.Due}, {count.Found}, {count.False}, {count.Below}, {count.Beside}, {count.Missing}"
                )
            );
        }

        return bad == 0 ? 0 : 1;
    }
}
