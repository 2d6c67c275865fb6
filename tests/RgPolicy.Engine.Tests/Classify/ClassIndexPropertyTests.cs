using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;
using RgPolicy.Testing.Engine;

namespace RgPolicy.Engine.Tests.Classify;

/// <summary>
/// The index answers as trying class by class does: class, provisional or not, and the same pending
/// signals. More cases:
/// <c>RGPOLICY_CASES=20000000 RGPOLICY_SEED=7 dotnet test tests/RgPolicy.Engine.Tests --filter
/// ClassIndexPropertyTests</c>.
/// </summary>
public sealed class ClassIndexPropertyTests
{
    private const int MostNeeded = 300;

    private static readonly CaseCount Cases = CaseCount.FromEnvironment(300_000);

    [Theory]
    [InlineData(5, 50)]
    [InlineData(60, 200)]
    [InlineData(700, 1_000)]
    public void Classify_RandomConditions_AgreesWithClassByClass(int classes, int questions)
    {
        var random = new Random(Cases.Seed + classes);
        var source = new RandomPolicies(random);
        var values = new SignalValues();
        var provisional = 0;
        for (var round = 0; round < Math.Max(1, Cases.Count / classes / questions * 5); round++)
        {
            var program = PolicyProgram.Compile(source.Policy(random.Next(1, classes + 1)), TargetProfile.Generic);
            for (var question = 0; question < questions; question++)
            {
                source.Fill(values);
                var at = source.Moment();

                var actual = program.Classify(values, at);

                Assert.Equal(ClassByClass.Classify(program, values, at), actual);
                provisional += actual.IsProvisional ? 1 : 0;
            }
        }

        Assert.True(provisional > 0);
    }

    [Theory]
    [InlineData(40, 0.01)]
    [InlineData(300, 0.4)]
    [InlineData(1500, 0.01)]
    public void Classify_DrawnPolicies_AgreesWithClassByClass(int classes, double withoutEquality)
    {
        var random = new Random(Cases.Seed + classes);
        var source = new ClassSource(random, classes, withoutEquality);
        var drawn = DrawnPolicy.Draw(classes, source);
        var questions = new QuestionSource(random, drawn, source);
        var program = PolicyProgram.Compile(drawn.Policy, TargetProfile.Generic);
        var values = new SignalValues();
        var winners = new HashSet<int>();
        for (var question = 0; question < Cases.Count / classes; question++)
        {
            QuestionSource.Fill(values, questions.Next());
            Forget(values, random);

            var actual = program.Classify(values, default);

            Assert.Equal(ClassByClass.Classify(program, values, default), actual);
            winners.Add(actual.ClassIndex);
        }

        // Most of what is drawn falls to early classes: longer runs add few winners.
        Assert.True(
            winners.Count > Math.Min(Math.Min(classes, Cases.Count / classes), MostNeeded) / 4,
            $"{winners.Count} winners"
        );
    }

    [Fact]
    public void Classify_AFewValuesChangeAndProgramsTakeTurns_AgreesWithClassByClass()
    {
        var random = new Random(Cases.Seed);
        var source = new RandomPolicies(random);
        for (var round = 0; round < Math.Max(1, Cases.Count / 3_000); round++)
        {
            PolicyProgram[] programs = [Compile(source, random), Compile(source, random)];
            var (values, others) = (new SignalValues(), new SignalValues());
            source.Fill(values);
            for (var question = 0; question < 60; question++)
            {
                Change(values, others, source, random);
                var program = programs[random.Next(4) == 0 ? 1 : 0];
                var at = source.Moment();

                var actual = program.Classify(values, at);

                Assert.Equal(ClassByClass.Classify(program, values, at), actual);
            }
        }
    }

    private static PolicyProgram Compile(RandomPolicies source, Random random) =>
        PolicyProgram.Compile(source.Policy(random.Next(1, 30)), TargetProfile.Generic);

    /// <summary>Takes up to four values of another question, equal ones among them, and seldom all.</summary>
    private static void Change(SignalValues values, SignalValues others, RandomPolicies source, Random random)
    {
        source.Fill(others);
        if (random.Next(20) == 0)
            values.Clear();

        for (var count = random.Next(5); count > 0; count--)
        {
            var signal = SignalCatalog.All[random.Next(SignalCatalog.Count)];
            values[signal] = others[signal];
        }
    }

    /// <summary>Half of the questions stay whole.</summary>
    private static void Forget(SignalValues values, Random random)
    {
        for (var count = Math.Max(0, random.Next(-4, 5)); count > 0; count--)
        {
            var signal = SignalCatalog.All[random.Next(SignalCatalog.Count)];
            values[signal] = random.Next(2) == 0 ? SignalValue.Pending : SignalValue.Absent;
        }
    }
}
