using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using RgPolicy.Testing.Engine;

namespace RgPolicy.Bench.Engine;

/// <summary>The class of one observation, warm: one question after the other, all different.</summary>
[MemoryDiagnoser]
[MedianColumn]
[Config(typeof(InProcess))]
public class ClassifyBenchmark
{
    private ClassifyCase _case = new(1, 0);
    private int _next;

    /// <summary>How many classes.</summary>
    [Params(40, 1_000, 10_000)]
    public int Classes { get; set; }

    [GlobalSetup]
    public void Draw() => _case = new ClassifyCase(Classes, withoutEquality: 0.01);

    [Benchmark]
    public int Indexed() => _case.Program.Classify(_case.Questions[Next()].New(), ClassifyCase.At).ClassIndex;

    /// <summary>The same query at the next poll.</summary>
    [Benchmark]
    public int IndexedAgain() => _case.Program.Classify(_case.Questions[Next()].Aged(), ClassifyCase.At).ClassIndex;

    [Benchmark(Baseline = true)]
    public int OneByOne() =>
        ClassByClass.Classify(_case.Program, _case.Questions[Next()].Values, ClassifyCase.At).ClassIndex;

    /// <summary>The tests' plain interpreter of the policy as it was bound, nothing compiled.</summary>
    [Benchmark]
    public int Interpreted() =>
        new PlainJudge(_case.Questions[Next()].Values, ClassifyCase.At).Classify(_case.Program.Policy).Class;

    private int Next() => _next = _next + 1 == _case.Questions.Length ? 0 : _next + 1;

    private sealed class InProcess : ManualConfig
    {
        public InProcess() => AddJob(Job.ShortRun.WithToolchain(InProcessEmitToolchain.Instance));
    }
}
