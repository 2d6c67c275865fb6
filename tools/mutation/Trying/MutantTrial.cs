using System.Collections.Concurrent;
using System.Globalization;
using RgPolicy.Mutation.Mutants;

namespace RgPolicy.Mutation.Trying;

/// <summary>Tries changes with the tests that run their places.</summary>
internal sealed class MutantTrial(int workers, double slowest)
{
    private readonly ConcurrentDictionary<int, Outcome> _outcomes = [];

    /// <summary>What becomes of each change, by number.</summary>
    /// <param name="programs">Programs of tests; each tries what those before it did not see.</param>
    /// <param name="mutants">The changes.</param>
    public async Task<IReadOnlyDictionary<int, Outcome>> RunAsync(IEnumerable<string> programs, Mutant[] mutants)
    {
        var unseen = mutants.ToDictionary(mutant => mutant.Number, _ => Outcome.NotReached);
        var all = new Dictionary<int, Outcome>(unseen);
        foreach (var program in programs.Where(_ => unseen.Count > 0))
        {
            await RunAsync(program, [.. unseen.Keys]);
            foreach (var (number, outcome) in _outcomes)
            {
                if (outcome != Outcome.NotReached)
                    all[number] = outcome;
                if (outcome < Outcome.Survived)
                    unseen.Remove(number);
            }

            _outcomes.Clear();
        }

        return all;
    }

    private async Task RunAsync(string program, int[] numbers)
    {
        var most = numbers.Max().ToString(CultureInfo.InvariantCulture);
        var (code, lines) = await RunnerProcess.RunAsync(program, "measure", most);
        var measured = Measurement.Read(lines);
        if (code != 0 || measured.Tests.Length == 0)
            throw new InvalidOperationException($"{program}: no test passes without any change");
        Tell(program, measured);
        var reached = numbers.Where(measured.Reached.Contains).ToList();
        // One alone in its process, where what it changes is made once.
        var batches = new ConcurrentQueue<int[]>([
            .. reached.Where(number => !measured.RunsOnce(number)).Chunk(10),
            .. reached.Where(measured.RunsOnce).Select(number => new[] { number }),
        ]);
        await Task.WhenAll(Enumerable.Range(0, workers).Select(_ => WorkAsync(program, batches, measured)));
        Console.WriteLine();
    }

    private void Tell(string program, Measurement measured)
    {
        var slow = measured.Tests.Where(test => test.Seconds > slowest).Select(test => test.Name).ToList();
        Console.WriteLine(
            $"{Path.GetFileNameWithoutExtension(program)}: {measured.Tests.Length} tests, {slow.Count} left out: more than {slowest} s"
        );
        foreach (var name in slow)
            Console.WriteLine($"  {name}");
    }

    private async Task WorkAsync(string program, ConcurrentQueue<int[]> batches, Measurement measured)
    {
        while (batches.TryDequeue(out var batch))
        {
            var left = batch.ToList();
            while (left.Count > 0)
                left = await TryAsync(program, left, measured);
        }
    }

    // Those that are left after a process that had to begin anew, the one that it was at first.
    private async Task<List<int>> TryAsync(string program, List<int> numbers, Measurement measured)
    {
        var input = Path.GetTempFileName();
        await File.WriteAllLinesAsync(input, numbers.Select(number => measured.LineFor(number, slowest)));
        var (code, lines) = await RunnerProcess.RunAsync(program, "try", input);
        File.Delete(input);
        var begun = numbers[0];
        foreach (var line in lines)
        {
            var words = line.Split('\t');
            begun = int.Parse(words[1], CultureInfo.InvariantCulture);
            if (words[0] != "begin")
                Note(
                    begun,
                    words[0] switch
                    {
                        "killed" => Outcome.Killed,
                        "endless" => Outcome.Endless,
                        _ => Outcome.Survived,
                    }
                );
        }

        if (code is not (0 or 7) && !_outcomes.ContainsKey(begun))
            Note(begun, Outcome.Crashed);
        return [.. numbers.Where(number => !_outcomes.ContainsKey(number))];
    }

    private void Note(int number, Outcome outcome)
    {
        if (_outcomes.TryAdd(number, outcome))
            Console.Write(outcome.ToString()[0]);
    }
}
