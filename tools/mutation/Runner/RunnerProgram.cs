#nullable enable
using System.Diagnostics;
using System.Globalization;

namespace RgPolicy.Mutation.Runner;

/// <summary>
/// Runs tests under one change after the other, in one process, so that code is compiled once. Answers are lines, tabs
/// between their words.
/// </summary>
internal static class RunnerProgram
{
    // Of processor time, so that other work on the machine does not count; many times what the test took before.
    private const double LeastSeconds = 10;
    private const double TimesAsLong = 20;

    /// <summary>
    /// <c>measure MOST OUTPUT</c>: each test twice; its seconds and the changes that it asked for, in the second pass.
    /// <c>try INPUT OUTPUT</c>: each line of the input is a change and the tests to try it with. Ends with 7 where it
    /// has to begin anew with what is left: a test ran without end, or state was left that makes another one fail.
    /// </summary>
    public static int Main(string[] arguments)
    {
        using var output = new StreamWriter(arguments[2], append: true) { AutoFlush = true };
        if (arguments[0] == "measure")
        {
            using var all = new TestCases(typeof(RunnerProgram).Assembly);
            return Measure(all, int.Parse(arguments[1], CultureInfo.InvariantCulture), output);
        }

        var lines = File.ReadAllLines(arguments[1]);
        // What is made once in a process is made with the change, where there is one alone.
        ActiveMutant.Number = lines.Length == 1 ? NumberOf(lines[0]) : 0;
        using var cases = new TestCases(typeof(RunnerProgram).Assembly);
        return Try(cases, lines, output);
    }

    private static int Measure(TestCases cases, int most, StreamWriter output)
    {
        ActiveMutant.Note(most);
        var passing = cases.Names.Where(name => cases.Run(name).Passed).ToList();
        output.WriteLine($"first\t\t{string.Join(' ', ActiveMutant.Noted())}");
        foreach (var name in passing)
        {
            ActiveMutant.Note(most);
            var (passed, seconds) = cases.Run(name);
            var noted = ActiveMutant.Noted();
            output.WriteLine(
                passed
                    ? $"test\t{name}\t{seconds.ToString("0.0000", CultureInfo.InvariantCulture)}\t{string.Join(' ', noted)}"
                    : $"unsteady\t{name}"
            );
        }

        return 0;
    }

    private static int Try(TestCases cases, string[] lines, StreamWriter output)
    {
        var isFresh = true;
        foreach (var line in lines)
        {
            var number = NumberOf(line);
            output.WriteLine($"begin\t{number}");
            var killer = FirstToFail(cases, number, line.Split('\t')[1..], output);
            if (killer is null)
            {
                output.WriteLine($"survived\t{number}");
                continue;
            }

            var isClean = cases.Run(killer).Passed;
            if (isClean || isFresh)
                output.WriteLine($"killed\t{number}\t{killer}");
            if (!isClean)
                return 7;
            isFresh = false;
        }

        return 0;
    }

    private static int NumberOf(string line) => int.Parse(line.Split('\t')[0], CultureInfo.InvariantCulture);

    private static string? FirstToFail(TestCases cases, int number, string[] tests, StreamWriter output)
    {
        ActiveMutant.Number = number;
        try
        {
            return tests.FirstOrDefault(test => Fails(cases, number, test, output));
        }
        finally
        {
            ActiveMutant.Number = 0;
        }
    }

    private static bool Fails(TestCases cases, int number, string test, StreamWriter output)
    {
        var (name, seconds) = (
            test[..test.IndexOf('=')],
            double.Parse(test[(test.IndexOf('=') + 1)..], CultureInfo.InvariantCulture)
        );
        var until = ProcessorTime.Seconds() + Math.Max(LeastSeconds, seconds * TimesAsLong);
        var clock = Stopwatch.StartNew();
        using var watch = new Timer(
            _ =>
            {
                // One that waits for good uses no processor.
                if (ProcessorTime.Seconds() > until || clock.Elapsed.TotalSeconds > 60 + (seconds * TimesAsLong))
                {
                    output.WriteLine($"endless\t{number}\t{name}");
                    Environment.Exit(7);
                }
            },
            null,
            500,
            500
        );
        return !cases.Run(name).Passed;
    }
}
