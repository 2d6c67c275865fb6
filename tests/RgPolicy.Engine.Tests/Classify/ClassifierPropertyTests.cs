using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Explain;
using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Targets;
using RgPolicy.Testing.Engine;
using static RgPolicy.Engine.Tests.Building.PolicyBuilder;

namespace RgPolicy.Engine.Tests.Classify;

/// <summary>
/// What is compiled answers as the policy reads. More cases: <c>RGPOLICY_CASES=20000000 RGPOLICY_SEED=7 dotnet test
/// tests/RgPolicy.Engine.Tests --filter ClassifierPropertyTests</c>.
/// </summary>
public sealed class ClassifierPropertyTests
{
    private const int QueriesPerPolicy = 40;

    private static readonly CaseCount Cases = CaseCount.FromEnvironment(60_000);

    [Fact]
    public void Classify_RandomPoliciesAndValues_AgreesWithThePlainReading()
    {
        var random = new Random(Cases.Seed);
        var source = new RandomPolicies(random);
        var values = new SignalValues();
        var (provisional, winners) = (0, new HashSet<int>());
        for (var round = 0; round < Cases.Count / QueriesPerPolicy; round++)
        {
            var policy = source.Policy();
            var program = PolicyProgram.Compile(policy, TargetProfile.Generic);
            for (var query = 0; query < QueriesPerPolicy; query++)
            {
                source.Fill(values);
                var at = source.Moment();
                var (expected, isProvisional) = new PlainJudge(values, at).Classify(policy);

                var actual = program.Classify(values, at);

                Assert.Equal((expected, isProvisional), (actual.ClassIndex, actual.IsProvisional));
                Assert.Equal(actual.IsProvisional, actual.PendingSignals != 0);
                provisional += isProvisional ? 1 : 0;
                winners.Add(expected);
            }
        }

        Assert.InRange(provisional, Cases.Count / 12, Cases.Count * 11 / 12);
        Assert.True(winners.Count > 4);
    }

    [Fact]
    public void Explain_RandomPoliciesAndValues_SaysWhatClassifyDecides()
    {
        var source = new RandomPolicies(new Random(5));
        var values = new SignalValues();
        for (var round = 0; round < 500; round++)
        {
            var program = PolicyProgram.Compile(source.Policy(), TargetProfile.Generic);
            source.Fill(values);
            var at = source.Moment();

            var decision = program.Classify(values, at);
            var explanation = ClassExplainer.Explain(program, values, at);

            Assert.Equal(program.Policy.Classes[decision.ClassIndex].Name, explanation.Class);
            Assert.Equal(decision.IsProvisional, explanation.IsProvisional);
            Assert.Equal(decision.ClassIndex + 1, explanation.Tried.Length);
            Assert.Equal(Truth.True, explanation.Tried[^1].Result);
            Assert.All(explanation.Tried.SkipLast(1), tried => Assert.NotEqual(Truth.True, tried.Result));
            Assert.Equal(program.Revision, explanation.Revision);
        }
    }

    [Fact]
    public void Classify_WarmProgram_AllocatesNothing()
    {
        var source = new RandomPolicies(new Random(11));
        var program = PolicyProgram.Compile(source.Policy(), TargetProfile.Generic);
        var values = new SignalValues();
        source.Fill(values);
        var at = source.Moment();
        for (var warm = 0; warm < 1000; warm++)
            program.Classify(values, at);

        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var round = 0; round < 1000; round++)
            program.Classify(values, at);

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    [Fact]
    public void Classify_PendingBesideAbsent_IsFinalWhereItCannotMatchAnyMore()
    {
        var both = And(Is("plan.shape", "scan"), Compare("history.executions", ComparisonOperator.Greater, 3));
        var program = PolicyProgram.Compile(
            new PolicyBuilder().Pool("p").Class("c", "p", both).Default("p").Build(),
            TargetProfile.Generic
        );
        var values = new SignalValues();

        Assert.True(program.Classify(values, default).IsProvisional);
        values[Language.Signals.SignalCatalog.Get("history.executions")] = SignalValue.Absent;
        Assert.False(program.Classify(values, default).IsProvisional);
    }

    [Fact]
    public void Revision_DependsOnMeaningOnly()
    {
        var gen = from seed in Gen.Choose(0, 1_000_000) from other in Gen.Choose(0, 1_000_000) select (seed, other);
        Prop.ForAll(
                gen.ToArbitrary(),
                pair =>
                {
                    var (first, again, other) = (Of(pair.seed), Of(pair.seed), Of(pair.other));
                    return first.Revision == again.Revision
                        && first.Revision.Length == 12
                        && (pair.seed == pair.other || first.Revision != other.Revision || Same(first, other));
                }
            )
            .QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Revision_OtherServerAndHost_IsTheSame()
    {
        var policy = new RandomPolicies(new Random(1)).Policy();
        var other = TargetProfile.Generic with { DbmsVersion = [18, 1], Cores = 3, LlcWays = 11, MinimumMaskBits = 1 };

        Assert.Equal(
            PolicyProgram.Compile(policy, TargetProfile.Generic).Revision,
            PolicyProgram.Compile(policy, other).Revision
        );
    }

    [Fact]
    public void Revision_FactsOfTheHost_AreTheSameOnEveryHost()
    {
        const string Text =
            "language 1\npool p {{ cache 100% }}\nclass a -> p when plan.working_set > {0}\ndefault -> p\n";

        Assert.Equal(Revision("host.llc / 2", "generic"), Revision("host.llc / 2", "broadwell_2s"));
        Assert.NotEqual(
            Revision("host.llc / 2", "broadwell_2s"),
            Revision("host.llc / 3", "broadwell_2s"),
            StringComparer.Ordinal
        );

        static string Revision(string limit, string host)
        {
            var target = BuiltInProfiles.Find(host)!;
            var text = string.Format(System.Globalization.CultureInfo.InvariantCulture, Text, limit);
            return PolicyProgram.Compile(PolicyReader.Check(text, "p.rgp", target).Policy!, target).Revision;
        }
    }

    private static PolicyProgram Of(int seed) =>
        PolicyProgram.Compile(new RandomPolicies(new Random(seed)).Policy(), TargetProfile.Generic);

    private static bool Same(PolicyProgram first, PolicyProgram other) =>
        first.Policy.Classes.Length == other.Policy.Classes.Length
        && first.Policy.Classes.Zip(other.Policy.Classes).All(pair => pair.First.Pool.Name == pair.Second.Pool.Name);
}
