using NodaTime;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Compile.Phases;

/// <summary>A condition of which parts are known: it is true or false, or asks something still.</summary>
/// <param name="Value">Unknown while something is asked.</param>
/// <param name="Join">How parts are joined: <c>and</c>, <c>or</c>, <c>not</c>, or empty without parts.</param>
/// <param name="Parts">What it is made of.</param>
/// <param name="Atom">What it asks; null for a window.</param>
/// <param name="Text">In the words of the policy.</param>
internal sealed record Residue(
    Truth Value,
    string Join,
    ImmutableArray<Residue> Parts,
    AtomCondition? Atom,
    string Text
)
{
    private static readonly Residue True = new(Truth.True, "", [], null, "");
    private static readonly Residue False = new(Truth.False, "", [], null, "");

    /// <summary>When a window is asked.</summary>
    private DecisionPhase WindowPhase { get; init; } = DecisionPhase.Request;

    private DecisionPhase Phase => Atom is { } atom ? PhaseOf(atom.Signal) : WindowPhase;

    /// <summary>The phase after which nothing is asked.</summary>
    public DecisionPhase Latest =>
        Value != Truth.Unknown ? DecisionPhase.Target
        : Parts.IsEmpty ? Phase
        : Parts.Max(part => part.Latest);

    /// <summary>Whether it asks something that a phase answers.</summary>
    public bool Asks(DecisionPhase phase) =>
        Value == Truth.Unknown && (Parts.IsEmpty ? Phase == phase : Parts.Any(part => part.Asks(phase)));

    /// <summary>What is left of a condition when the target's constants are known.</summary>
    /// <param name="condition">Null is always true.</param>
    /// <param name="constants">The target's constants; everything else pending.</param>
    /// <param name="windows">When windows are asked.</param>
    public static Residue OnTarget(Condition? condition, SignalValues constants, DecisionPhase windows) =>
        condition switch
        {
            null => True,
            AndCondition and => Combine(
                "and",
                Truth.False,
                [.. and.Operands.Select(operand => OnTarget(operand, constants, windows))]
            ),
            OrCondition or => Combine(
                "or",
                Truth.True,
                [.. or.Operands.Select(operand => OnTarget(operand, constants, windows))]
            ),
            NotCondition not => Negate(OnTarget(not.Operand, constants, windows)),
            AtomCondition atom when atom.Signal.IsTargetConstant => ConditionCompiler
                .Compile(atom)
                .Evaluate(constants, default(Instant))
                .Value == Truth.True
                ? True
                : False,
            _ => new Residue(Truth.Unknown, "", [], condition as AtomCondition, condition.Text)
            {
                WindowPhase = windows,
            },
        };

    /// <summary>What is left of a class after a phase.</summary>
    public ClassResidue After(DecisionPhase phase, QueryClass item)
    {
        var asked = new SortedSet<int>();
        var text = Write(phase, asked) ?? "";
        return new ClassResidue(item, text, [.. asked.Select(ordinal => SignalCatalog.All[ordinal].Name)]);
    }

    /// <summary>When a signal can be known; what is measured is asked again and again.</summary>
    private static DecisionPhase PhaseOf(Signal signal) =>
        signal.Phase switch
        {
            SignalPhase.Session => DecisionPhase.Session,
            SignalPhase.Statement or SignalPhase.History => DecisionPhase.Statement,
            SignalPhase.Plan => DecisionPhase.Plan,
            _ => DecisionPhase.Request,
        };

    private static Residue Combine(string join, Truth decisive, ImmutableArray<Residue> parts)
    {
        if (parts.Any(part => part.Value == decisive))
            return decisive == Truth.True ? True : False;

        ImmutableArray<Residue> open = [.. parts.Where(part => part.Value == Truth.Unknown)];
        return open.Length switch
        {
            0 => decisive == Truth.True ? False : True,
            1 => open[0],
            _ => new Residue(Truth.Unknown, join, open, null, ""),
        };
    }

    private static Residue Negate(Residue operand) =>
        operand.Value switch
        {
            Truth.True => False,
            Truth.False => True,
            _ => new Residue(Truth.Unknown, "not", [operand], null, ""),
        };

    private string? Write(DecisionPhase known, SortedSet<int> asked)
    {
        if (Parts.IsEmpty)
            return WriteAtom(known, asked);

        var texts = Parts
            .Select(part => (Text: part.Write(known, asked), part.Join))
            .Where(part => part.Text is not null)
            .Select(part => NeedsBrackets(part.Join) ? $"({part.Text})" : part.Text)
            .ToList();
        return texts.Count == 0 ? null
            : Join == "not" ? "not " + texts[0]
            : string.Join($" {Join} ", texts);
    }

    private string? WriteAtom(DecisionPhase known, SortedSet<int> asked)
    {
        if (Value != Truth.Unknown || Phase <= known)
            return null;

        if (Atom is { } atom)
            asked.Add(atom.Signal.Ordinal);

        return Text;
    }

    private bool NeedsBrackets(string inner) => (Join == "and" && inner == "or") || (Join == "not" && inner.Length > 0);
}
