using RgPolicy.Testing.Engine;

namespace RgPolicy.Bench.Engine;

/// <summary>
/// Classification of one observation by the index, new and again at another age, and class by class,
/// side by side in one run.
/// </summary>
internal static class ClassifyComparison
{
    public static void Run(TextWriter output, params int[] sizes)
    {
        output.WriteLine(
            "no eq.  classes   new ns  equality   ranges  default  again ns    bytes  one by one ns   times  "
                + "interpreter ns   times  first ns  compile ms"
        );
        foreach (var withoutEquality in new[] { 0.01, 0.40 })
        {
            foreach (var classes in sizes)
                Measure(new ClassifyCase(classes, withoutEquality), classes, withoutEquality, output);
        }
    }

    private static void Measure(ClassifyCase asked, int classes, double withoutEquality, TextWriter output)
    {
        var (program, at) = (asked.Program, ClassifyCase.At);
        int New(AskedQuestion question) => program.Classify(question.New(), at).ClassIndex;
        int Again(AskedQuestion question) => program.Classify(question.Aged(), at).ClassIndex;
        int OneByOne(AskedQuestion question) => ClassByClass.Classify(program, question.Values, at).ClassIndex;

        var (all, bytes) = Timing.Median(asked.Questions, New);
        var (again, moreBytes) = Timing.Median(asked.Questions, Again);
        var winners = asked.ByWinner;
        var parts = new[] { "equality", "ranges", "default" }
            .Select(part => Timing.Median([.. winners[part]], New).Nanoseconds)
            .ToArray();
        var plain = Timing.Median(asked.Questions, OneByOne).Nanoseconds;
        var interpreted = Timing
            .Median(asked.Questions, question => new PlainJudge(question.Values, at).Classify(program.Policy).Class)
            .Nanoseconds;
        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{withoutEquality, 6:P0} {classes, 8} {all, 8:0.0} {parts[0], 9:0.0} {parts[1], 8:0.0} "
                    + $"{parts[2], 8:0.0} {again, 9:0.0} {bytes + moreBytes, 8:0.0} {plain, 14:0} "
                    + $"{plain / all, 7:0.0} {interpreted, 15:0} {interpreted / all, 7:0}"
                    + $" {asked.FirstTime.TotalNanoseconds, 9:0} {asked.CompileTime.TotalMilliseconds, 11:0}"
            )
        );
    }
}
