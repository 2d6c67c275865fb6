using System.Diagnostics;
using NodaTime;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Targets;
using RgPolicy.Testing.Engine;

namespace RgPolicy.Bench.Engine;

/// <summary>A drawn policy, compiled, and questions that are filled in and have been asked once.</summary>
internal sealed class ClassifyCase
{
    private const int Seed = 20261121;

    // So few that they stay in a processor's own cache, as the queries of one poll do.
    private const int QuestionCount = 300;

    public ClassifyCase(int classes, double withoutEquality)
    {
        var random = new Random(Seed);
        var source = new ClassSource(random, classes, withoutEquality);
        Drawn = DrawnPolicy.DrawInParts(classes, source);
        var watch = Stopwatch.StartNew();
        Program = PolicyProgram.Compile(Drawn.Policy, TargetProfile.Generic);
        CompileTime = watch.Elapsed;
        var winners = new WinnerQuestions(random, Drawn, source, Program, At);
        Questions =
        [
            .. Enumerable.Range(0, QuestionCount).Select(number => new AskedQuestion(Draw(winners, number, random))),
        ];
        watch.Restart();
        foreach (var question in Questions)
            Program.Classify(question.Values, At);

        FirstTime = watch.Elapsed / QuestionCount;
    }

    public static Instant At { get; } = Instant.FromUtc(2026, 11, 20, 12, 0);

    public DrawnPolicy Drawn { get; }

    public PolicyProgram Program { get; }

    public ImmutableArray<AskedQuestion> Questions { get; }

    public TimeSpan CompileTime { get; }

    /// <summary>Of a question whose texts were not seen before by this program; mean.</summary>
    public TimeSpan FirstTime { get; }

    /// <summary>Questions whose class has an equality, whose class has none, and that fall to the default.</summary>
    public ILookup<string, AskedQuestion> ByWinner =>
        Questions.ToLookup(
            question =>
                Program.Classify(question.Values, At).ClassIndex is var winner && winner == Drawn.Classes.Length
                    ? "default"
                : Drawn.Classes[winner].HasEquality ? "equality"
                : "ranges",
            StringComparer.Ordinal
        );

    /// <summary>One in ten falls to the default; the others' winners are spread over all classes.</summary>
    private SignalValues Draw(WinnerQuestions winners, int number, Random random)
    {
        while (true)
        {
            if (
                winners.TryDraw(number % 10 == 0 ? Drawn.Classes.Length : random.Next(Drawn.Classes.Length)) is
                { } values
            )
                return values;
        }
    }
}
