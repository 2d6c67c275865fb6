using NodaTime;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;
using RgPolicy.Testing.Engine;

namespace RgPolicy.Bench.Engine;

/// <summary>
/// Draws questions that a given class wins. What is drawn for a late class of many mostly falls to an
/// earlier one: then a value that the earlier one asks for and the wanted one does not is drawn again, and after some
/// attempts left out, as of a query without a plan.
/// </summary>
internal sealed class WinnerQuestions(
    Random random,
    DrawnPolicy drawn,
    ClassSource source,
    PolicyProgram program,
    Instant at
)
{
    private const int Redraws = 60;
    private const int Attempts = 200;

    private readonly QuestionSource _questions = new(random, drawn, source);

    /// <summary>A question for a class, or for none where the class's number is that of the default;
    /// null when none was found.</summary>
    public SignalValues? TryDraw(int wanted)
    {
        var own = wanted < drawn.Classes.Length ? drawn.Classes[wanted] : null;
        var values = Fill(_questions.Next(own));
        for (var attempt = 0; attempt < Attempts; attempt++)
        {
            var winner = program.Classify(values, at).ClassIndex;
            if (winner == wanted)
                return values;

            var free =
                winner == drawn.Classes.Length
                    ? []
                    : drawn
                        .Classes[winner]
                        .Atoms.Select(atom => atom.Signal)
                        .Where(signal => own?.Atoms.Any(atom => atom.Signal == signal) != true)
                        .ToList();
            if (free.Count == 0)
                return null;

            var changed = free[random.Next(free.Count)];
            values[changed] =
                attempt < Redraws ? QuestionSource.ValueOf(changed, source.Anything(changed)) : SignalValue.Absent;
        }

        return null;
    }

    private static SignalValues Fill(Dictionary<Signal, object> question)
    {
        var values = new SignalValues();
        QuestionSource.Fill(values, question);
        foreach (var signal in SignalCatalog.All.Where(signal => !values[signal].IsKnown))
            values[signal] = SignalValue.Absent;

        return values;
    }
}
