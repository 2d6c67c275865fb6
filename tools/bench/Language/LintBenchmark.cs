using BenchmarkDotNet.Attributes;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Formatting;
using RgPolicy.Language.Targets;
using RgPolicy.Testing.Policies.Text;

namespace RgPolicy.Bench.Language;

/// <summary>A policy from its text to all findings, warm, beside the formatting of the same text: parsing it and
/// writing it again.</summary>
[MemoryDiagnoser]
[Config(typeof(InProcess))]
public class LintBenchmark
{
    private const int Seed = 20261121;

    private string _text = "";

    /// <summary>How many classes.</summary>
    [Params(20, 1_000, 10_000)]
    public int Classes { get; set; }

    [GlobalSetup]
    public void Draw() => _text = new LargePolicyGenerator(Seed, names: Math.Max(20, Classes / 10)).Next(Classes);

    [Benchmark(Baseline = true)]
    public FormatResult Format() => PolicyFormatter.Format(_text, "bench.rgp");

    [Benchmark]
    public PolicyCheck Lint() => PolicyReader.Check(_text, "bench.rgp", TargetProfile.Generic);
}
