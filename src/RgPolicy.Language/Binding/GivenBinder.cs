using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Syntax;
using static RgPolicy.Language.Binding.ConstantValue;

namespace RgPolicy.Language.Binding;

/// <summary>Binds what a policy test or one of its moments supplies, each part once.</summary>
internal sealed class GivenBinder(BindingScope scope)
{
    /// <summary>What stands before the names behind <c>session</c>.</summary>
    public const string SessionPrefix = "session.";

    private readonly SignalConstants _constants = new(scope);

    /// <summary>One value of one signal; null means that a mistake was reported.</summary>
    public GivenSignal? Bind(Signal signal, params ExpressionSyntax[] values)
    {
        if (values.Length > 1 && signal.Type != SignalType.Set)
        {
            scope.Report("RG2002", values[1], $"`{signal.Name}` has one value, and only a set has several.");
            return null;
        }

        if (
            values is [var only]
            && only.Text.ToUpperInvariant() is "NULL" or "UNKNOWN" or "NONE"
            && !signal.Words.Contains(only.Text, StringComparer.Ordinal)
            && !scope.Lets.Contains(only.Text)
        )
        {
            scope.Report(
                "RG2001",
                only,
                $"What is not given has no value: leave out `{signal.Name}`, in a table of cases by `_`."
            );
            return null;
        }

        var bound = values.Select(value => _constants.Bind(value, signal)).ToList();
        if (
            bound is [NumberConstant { Value: var number }]
            && (Outside(signal, values[0], number) ?? SignalNumbers.ProblemOfValue(signal, number)) is { } problem
        )
        {
            scope.Report("RG2002", values[0], problem);
            return null;
        }

        return bound.Contains(null) ? null : new GivenSignal(signal, [.. bound.OfType<Constant>()]);
    }

    /// <summary>A value behind <c>session</c>, without the prefix of the signal's name.</summary>
    public GivenSignal? BindSession(GivenValueSyntax value)
    {
        var name = value.Name.Text;
        if (SignalCatalog.Find(SessionPrefix + name) is { } signal)
            return Bind(signal, [.. value.Values]);

        var known = SignalCatalog
            .All.Where(candidate => candidate.Phase == SignalPhase.Session)
            .Select(candidate => candidate.Name[SessionPrefix.Length..])
            .ToList();
        var meant = NameSuggestion.Find(name, known);
        scope.Report(
            "RG2001",
            value.Name,
            $"A session has no `{name}`: it has {string.Join(", ", known.Select(part => $"`{part}`"))}.",
            scope.Replace(value.Name, meant, isSafe: false)
        );
        return null;
    }

    /// <summary>A value behind a signal's full name.</summary>
    public GivenSignal? BindSignal(GivenValueSyntax value) =>
        value.Name is SignalSyntax name && scope.Conditions.BindSignal(name) is { } signal
            ? Bind(signal, [.. value.Values])
            : null;

    /// <summary>Sizes are whole bytes too; a size that is computed, such as a third of the target's
    /// cache, is rounded to one.</summary>
    private static string? Outside(Signal signal, ExpressionSyntax written, Rational number) =>
        (signal.Type, number) switch
        {
            (_, var value) when value < 0 => $"`{signal.Name}` is never negative.",
            (SignalType.Count, { IsWhole: false }) => $"`{signal.Name}` is a whole number.",
            (SignalType.Bytes, { IsWhole: false } value) when written is ExpressionSyntax.Quantity =>
                $"`{signal.Name}` is whole bytes, and this lies between {value.Floor()} B and {value.Floor() + 1} B: "
                    + "write one of them.",
            _ => null,
        };

    /// <summary>A test or a moment with what a part supplies to either; null for another part.</summary>
    public TestPart? Add(TestPart whole, GivenSyntax part, SeenParts seen) =>
        part switch
        {
            GivenSyntax.Session or GivenSyntax.Signals => whole with
            {
                Given = whole.Given.AddRange(Signals(part, seen)),
            },
            GivenSyntax.Late late => whole with { Late = whole.Late.AddRange(Late(late, seen)) },
            _ => null,
        };

    /// <summary>Signals in braces, one without, or those of the session.</summary>
    private List<GivenSignal> Signals(GivenSyntax part, SeenParts seen) =>
        part switch
        {
            GivenSyntax.Session session => New(session.Values, BindSession, seen),
            GivenSyntax.Signals given => New(given.Values, BindSignal, seen),
            _ => [],
        };

    /// <summary>The share of a class's calls that are late.</summary>
    private IEnumerable<GivenLateness> Late(GivenSyntax.Late late, SeenParts seen)
    {
        var name = late.Class.Text;
        if (!scope.ObjectiveClasses.Contains(name) && !scope.Tree.HidesNames)
        {
            scope.Report("RG2001", late.Class, $"There is no objective for a class `{name}`.");
            return [];
        }

        return Share(late.Share) is { } share && seen.Add($"objective {name} late", late)
            ? [new GivenLateness(name, share)]
            : [];
    }

    private static List<GivenSignal> New(
        IEnumerable<GivenValueSyntax> values,
        Func<GivenValueSyntax, GivenSignal?> bind,
        SeenParts seen
    )
    {
        var bound = new List<GivenSignal>();
        foreach (var value in values)
        {
            if (bind(value) is { } signal && seen.Add(signal.Signal.Name, value))
                bound.Add(signal);
        }

        return bound;
    }

    private Rational? Share(ExpressionSyntax expression)
    {
        var value = scope.Constants.Evaluate(expression);
        if (value is Numeric { Kind: ConstantKind.Percent, Amount: var percent } && percent >= 0 && percent <= 100)
            return percent;

        if (value is not null)
            scope.Report("RG2002", expression, "How many calls are late is a percentage from 0% to 100%.");

        return null;
    }
}

/// <summary>What a policy test, or one of its moments, has said already: each part counts once.</summary>
internal sealed class SeenParts(BindingScope scope)
{
    private readonly Dictionary<string, SyntaxNode> _seen = new(StringComparer.Ordinal);

    /// <summary>Takes in what has been judged elsewhere.</summary>
    public void TryAdd(string what, SyntaxNode where) => _seen.TryAdd(what, where);

    /// <summary>True when it is new; else RG2009 says where the first one is.</summary>
    public bool Add(string what, SyntaxNode where)
    {
        if (_seen.TryAdd(what, where))
            return true;

        scope.Bag.Add(
            "RG2009",
            scope.Range(where),
            $"`{what}` is given twice: keep one.",
            related: scope.Bag.At(scope.Range(_seen[what]), "The first one.")
        );
        return false;
    }
}
