using RgPolicy.Conformance.Cases;
using RgPolicy.Conformance.Hosts;
using RgPolicy.Conformance.Table;
using RgPolicy.Host.Facts;
using RgPolicy.Testing.Host;

namespace RgPolicy.Conformance;

/// <summary>The command line.</summary>
internal static class ConformanceCommand
{
    private const string Usage = """
        usage: rgp-conformance double                    runs all cases on the double
               rgp-conformance kernel                    runs them on the kernel here (root; changes resctrl and cgroups: only
                                                         where nothing else uses them)
               rgp-conformance kernel like-double        compares the kernel here with a double of its own shape
               rgp-conformance kernel random SEED COUNT  the same with cases by chance
               rgp-conformance kernel all SEED COUNT     both, the list first
               rgp-conformance table FILE...             writes the table from the outputs of the first two

        Each prints one line for each case, then every difference. Exit code 0: none; 1: some; 2: wrong usage.

        """;

    public static int Run(string[] words, TextWriter output, TextWriter error)
    {
        var isRoot = Environment.IsPrivilegedProcess;
        switch (words)
        {
            case ["double"]:
                using (var host = new DoubleHost(new ResctrlShape()))
                {
                    return Report(host, "double", CaseReader.ReadOwn(), output);
                }

            case ["kernel"] when isRoot:
                return OnKernel(CaseReader.ReadOwn(), output);
            case ["kernel", "like-double"] when isRoot:
                return OnKernel(AsOnDouble(CaseReader.ReadOwn()), output);
            case ["kernel", "random", var seed, var count]
                when isRoot && Number(seed) is { } s && Number(count) is { } n:
                return OnKernel(AsOnDouble(RandomCases.Make(s, n)), output);
            case ["kernel", "all", var seed, var count] when isRoot && Number(seed) is { } s && Number(count) is { } n:
                return OnKernel(CaseReader.ReadOwn(), output) | OnKernel(AsOnDouble(RandomCases.Make(s, n)), output);
            case ["table", _, ..]:
                output.Write(ConformanceTable.Write([.. words[1..].Select(File.ReadAllText)]));
                return 0;
            default:
                error.Write(Usage);
                return 2;
        }
    }

    private static int OnKernel(ImmutableArray<ConformanceCase> cases, TextWriter output)
    {
        using var host = new MachineHost();
        return Report(host, KernelName(), cases, output);
    }

    // What is expected is what a double of this processor's shape does.
    private static ImmutableArray<ConformanceCase> AsOnDouble(ImmutableArray<ConformanceCase> cases)
    {
        using var machine = new MachineHost();
        _ = machine.Remount(string.Empty);
        using var host = new DoubleHost(ShapeReader.Read(FileRoot.Machine));
        // Not every processor can be mounted in every way.
        var refused = cases
            .Select(c => c.Mount)
            .Distinct(StringComparer.Ordinal)
            .Where(m => machine.Remount(m) != 0)
            .ToArray();
        _ = machine.Remount(string.Empty);
        var possible = cases.Where(c => !refused.Contains(c.Mount, StringComparer.Ordinal));
        return
        [
            .. SuiteRun
                .Run(host, [.. possible])
                .Select(result =>
                    result.Case with
                    {
                        Steps =
                        [
                            .. result.Case.Steps.Zip(result.Results).Select(s => s.First with { Expected = s.Second }),
                        ],
                    }
                ),
        ];
    }

    private static int Report(
        IConformanceHost host,
        string name,
        ImmutableArray<ConformanceCase> cases,
        TextWriter output
    )
    {
        var results = SuiteRun.Run(host, cases);
        output.WriteLine($"host {name}");
        foreach (var result in results)
            output.WriteLine($"{(result.IsAsExpected ? "same" : "DIFF")} {result.Case.Name}");

        ImmutableArray<string> differences = [.. results.SelectMany(r => r.Differences())];
        foreach (var difference in differences)
            output.WriteLine("  " + difference);

        output.WriteLine(
            $"{results.Length} cases, {results.Sum(r => r.Results.Length)} steps, {differences.Length} differences"
        );
        return differences.IsEmpty ? 0 : 1;
    }

    private static int? Number(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;

    private static string KernelName()
    {
        var words = File.ReadAllText("/proc/version").Split(' ');
        return "Linux " + words.ElementAtOrDefault(2);
    }
}
