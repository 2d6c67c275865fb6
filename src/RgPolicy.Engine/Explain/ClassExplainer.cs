using System.Numerics;
using NodaTime;
using NodaTime.Text;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Explain;

/// <summary>Runs a classification again and keeps what every class asked and was told.</summary>
internal static class ClassExplainer
{
    /// <summary>Explains the class that these signals have at a moment.</summary>
    public static Explanation Explain(PolicyProgram program, SignalValues values, Instant at) =>
        Explain(program, values, at, null);

    /// <summary>Explains the class that was expected from more than these signals.</summary>
    internal static Explanation Explain(PolicyProgram program, SignalValues values, Instant at, ClassDecision? expected)
    {
        var decision = expected ?? program.Classify(values, at);
        var pool = program.PoolOf(decision.ClassIndex);
        var winner = program.Policy.Classes[decision.ClassIndex];
        return new Explanation
        {
            Class = winner.Name,
            Line = winner.Range.StartLine,
            IsProvisional = decision.IsProvisional,
            UnknownSignals = Unknown(program, decision.ClassIndex, values),
            Tried = [.. program.Classes.Take(decision.ClassIndex + 1).Select(item => Try(item, values, at))],
            Pool = pool.Pool.Name,
            Allotment = ExplainedAllotment.Of(program, pool, before: []),
            Settings = pool.Settings,
            Revision = program.Revision,
        };
    }

    private static ImmutableArray<UnknownSignal> Unknown(PolicyProgram program, int winner, SignalValues values)
    {
        var asked = program
            .Classes.Take(winner + 1)
            .Aggregate(0UL, (bits, item) => bits | (item.Condition?.Signals ?? 0));
        return
        [
            .. SignalCatalog
                .All.Where(signal => (asked & (1UL << signal.Ordinal)) != 0 && !values[signal.Ordinal].IsKnown)
                .Select(signal => new UnknownSignal(signal.Name, values[signal.Ordinal].State == SignalState.Pending)),
        ];
    }

    private static TriedClass Try(CompiledClass item, SignalValues values, Instant at)
    {
        var (name, line) = (item.Class.Name, item.Class.Range.StartLine);
        if (item.Condition is not { } condition)
            return new TriedClass(name, line, Truth.True, []);

        var deciding = DecidingAtoms.Of(condition, values, at);
        return new TriedClass(
            name,
            line,
            condition.Evaluate(values, at).Value,
            [.. Atoms(condition).Select(atom => Ask(atom, deciding.Contains(atom), values, at))]
        );
    }

    private static IEnumerable<CompiledCondition> Atoms(CompiledCondition condition) =>
        condition switch
        {
            OperatorNode { IsAtom: false } node => node.Operands.SelectMany(Atoms),
            _ => [condition],
        };

    private static TriedAtom Ask(CompiledCondition atom, bool decides, SignalValues values, Instant at)
    {
        var result = atom.Evaluate(values, at).Value;
        if (atom.Signals == 0)
        {
            var moment = InstantPattern.General.Format(at);
            return new TriedAtom(atom.Text, null, SignalValue.Of(moment), moment, result, decides);
        }

        var signal = SignalCatalog.All[BitOperations.TrailingZeroCount(atom.Signals)];
        var value = values[signal.Ordinal];
        return new TriedAtom(atom.Text, signal.Name, value, SignalText.Format(signal, value), result, decides);
    }
}
