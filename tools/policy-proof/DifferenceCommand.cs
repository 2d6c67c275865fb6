using System.CommandLine;
using System.Diagnostics;
using RgPolicy.Testing.Engine.Differences;

namespace RgPolicy.PolicyProof;

/// <summary><c>differences</c>: holds <c>rgp diff</c> and <c>rgp prove</c> against the engine.</summary>
internal static class DifferenceCommand
{
    private const int MostShown = 5;

    private static readonly Option<int> Pairs = new("--pairs")
    {
        Description = "how many pairs of policies",
        DefaultValueFactory = _ => 200_000,
    };

    private static readonly Option<int> Seed = new("--seed")
    {
        Description = "seed of the first policy; each next one has the next seed",
        DefaultValueFactory = _ => 1,
    };

    private static readonly Option<bool> ByToken = new("--by-token")
    {
        Description = "edit the text word by word, whatever stands there, instead of its statements",
    };

    /// <summary>Builds it. Exit code 0: no contradiction; 1: some.</summary>
    public static Command Create()
    {
        var command = new Command(
            "differences",
            "Draws policies with every kind of statement and edits of them, compares each pair, and tries the answer "
                + "at drawn points with the engine"
        )
        {
            Pairs,
            Seed,
            ByToken,
        };
        command.SetAction(result => Run(result.GetValue(Pairs), result.GetValue(Seed), result.GetValue(ByToken)));
        return command;
    }

    private static int Run(int pairs, int seed, bool byToken)
    {
        var watch = Stopwatch.StartNew();
        var (done, differing, equal, open, bad) = (0, 0, 0, 0, 0);
        var gate = new object();
        Parallel.For(
            0,
            pairs,
            new ParallelOptions { MaxDegreeOfParallelism = Environment.ProcessorCount },
            (index, state) =>
            {
                foreach (var outcome in new DifferenceProof(seed + index, byToken).Run())
                {
                    lock (gate)
                    {
                        if (done == pairs)
                        {
                            state.Stop();
                            return;
                        }

                        done++;
                        differing += outcome.Differs ? 1 : 0;
                        equal += outcome.IsEquivalent ? 1 : 0;
                        open += outcome.IsNotProved ? 1 : 0;
                        if (outcome.Contradiction.Length > 0 && ++bad <= MostShown)
                            Console.WriteLine($"seed {seed + index}: {outcome.Contradiction}\n");
                    }
                }
            }
        );
        Console.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{done} pairs: {differing} differ at a drawn point, {equal} proved equivalent, {open} not proved; "
                    + $"{bad} contradictions, {watch.Elapsed.TotalSeconds:0} s"
            )
        );
        return bad == 0 ? 0 : 1;
    }
}
