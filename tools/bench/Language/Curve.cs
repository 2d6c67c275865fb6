using System.Diagnostics;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Testing.Policies.Text;

namespace RgPolicy.Bench.Language;

/// <summary>How the time of a lint grows with the number of classes; the least of twelve warm runs.</summary>
internal static class Curve
{
    private const int Runs = 12;
    private const int WarmClasses = 3_000;
    private const int WarmRuns = 25;

    public static void Run(TextWriter output)
    {
        WarmUp();
        output.WriteLine("names    classes   ms      us/class  findings");
        foreach (var isManyNames in new[] { true, false })
        {
            foreach (var classes in new[] { 100, 300, 1_000, 3_000, 10_000 })
            {
                var names = isManyNames ? Math.Max(20, classes / 10) : 20;
                var text = new LargePolicyGenerator(20261121, names).Next(classes);
                var (best, found) = Measure(text);
                output.WriteLine(
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"{names, -8} {classes, -9} {best.TotalMilliseconds, -7:0.0} "
                            + $"{best.TotalMicroseconds / classes, -9:0.0} {found}"
                    )
                );
            }
        }
    }

    /// <summary>Until all methods of a lint are compiled as well as they will be: else the first rows
    /// measure the compiler.</summary>
    private static void WarmUp()
    {
        var text = new LargePolicyGenerator(20261121, WarmClasses / 10).Next(WarmClasses);
        for (var run = 0; run < WarmRuns; run++)
            PolicyReader.Check(text, "curve.rgp", TargetProfile.Generic);
    }

    private static (TimeSpan Best, string Found) Measure(string text)
    {
        var best = TimeSpan.MaxValue;
        var found = "";
        for (var run = 0; run < Runs; run++)
        {
            var watch = Stopwatch.StartNew();
            var check = PolicyReader.Check(text, "curve.rgp", TargetProfile.Generic);
            best = watch.Elapsed < best ? watch.Elapsed : best;
            found = string.Join(
                ' ',
                check
                    .Diagnostics.GroupBy(each => each.Code, StringComparer.Ordinal)
                    .OrderBy(group => group.Key, StringComparer.Ordinal)
                    .Select(group => FormattableString.Invariant($"{group.Key}:{group.Count()}"))
            );
        }

        return (best, found);
    }
}
