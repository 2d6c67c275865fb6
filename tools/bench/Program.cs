using System.Globalization;
using BenchmarkDotNet.Running;
using RgPolicy.Bench.Engine;
using RgPolicy.Bench.Language;

// `-- --list flat` shows the benchmarks, `-- --filter '*Name*'` runs some; `-- curve` prints how lint grows with a policy,
// `-- classify [CLASSES...]` how classification does.
switch (args)
{
    case ["curve"]:
        Curve.Run(Console.Out);
        break;
    case ["classify", .. var sizes]:
        ClassifyComparison.Run(
            Console.Out, sizes.Length == 0 ? [40, 1_000, 10_000] : [.. sizes.Select(size => int.Parse(size, CultureInfo.InvariantCulture))]);
        break;
    default:
        BenchmarkSwitcher.FromAssembly(typeof(Curve).Assembly).Run(args);
        break;
}
