using BenchmarkDotNet.Running;
using RgPolicy.Bench.Language;

// `-- --list flat` shows the benchmarks, `-- --filter '*Name*'` runs some; `-- curve` prints how lint grows with a policy.
if (args is ["curve"])
{
    Curve.Run(Console.Out);
}
else
{
    BenchmarkSwitcher.FromAssembly(typeof(Curve).Assembly).Run(args);
}
