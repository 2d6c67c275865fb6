using RgPolicy.Engine.CoRun;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Tests.CoRun;

/// <summary>Who of drawn queries should run beside whom.</summary>
public sealed class CoRunBaselineTests
{
    [Fact]
    public void Advise_DrawnQueries_AdmitsAndHoldsAsWritten()
    {
        var random = new Random(13);
        Baseline.Check("co_run.txt", Enumerable.Range(0, 60).SelectMany(_ => Advice(random)));
    }

    private static List<string> Advice(Random random)
    {
        var options = new CoRunOptions
        {
            Slots = random.Next(0, 6),
            IsPartitioned = random.Next(2) == 0,
            LlcBytes = 32,
        };
        CoRunQuery[] running = [.. Enumerable.Range(0, random.Next(4)).Select(id => Draw($"r{id}", random))];
        CoRunQuery[] waiting = [.. Enumerable.Range(0, random.Next(6)).Select(id => Draw($"w{id}", random))];
        return
        [
            $"== {options.Slots} slots{(options.IsPartitioned ? ", partitioned" : "")}: "
                + string.Join(", ", running.Concat(waiting).Select(Text)),
            .. GovernorText.CoRun(CoRunAdvisor.Advise(running, waiting, options)),
        ];
    }

    private static CoRunQuery Draw(string id, Random random) =>
        new(
            id,
            "c" + random.Next(2),
            (PlanLocality)random.Next(3),
            4 * random.Next(1, 7),
            TimeSpan.FromSeconds(random.Next(12) == 0 ? random.Next(29, 32) : random.Next(4))
        );

    private static string Text(CoRunQuery query) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{query.Id} {query.Class} {query.Locality} {query.TableBytes} {query.Waited.TotalSeconds}"
        );
}
