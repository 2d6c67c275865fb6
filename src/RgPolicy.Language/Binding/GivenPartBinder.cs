using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Syntax;
using static RgPolicy.Language.Binding.ConstantValue;

namespace RgPolicy.Language.Binding;

/// <summary>Binds the parts that a policy test or one of its moments gives, each once.</summary>
internal sealed class GivenPartBinder(BindingScope scope, GivenBinder signals)
{
    private static readonly Rational Whole = 100;

    /// <summary>Signals in braces, one without, or those of the session.</summary>
    public IEnumerable<GivenSignal> Signals(GivenSyntax part, SeenParts seen) =>
        part switch
        {
            GivenSyntax.Session session => New(session.Values, signals.BindSession, seen),
            GivenSyntax.Signals given => New(given.Values, signals.BindSignal, seen),
            _ => [],
        };

    /// <summary>The share of a class's calls that are late.</summary>
    public IEnumerable<GivenLateness> Late(GivenSyntax.Late late, SeenParts seen)
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
            {
                bound.Add(signal);
            }
        }

        return bound;
    }

    private Rational? Share(ExpressionSyntax expression)
    {
        var value = scope.Constants.Evaluate(expression);
        if (value is Numeric { Kind: ConstantKind.Percent, Amount: var percent } && percent >= 0 && percent <= Whole)
        {
            return percent;
        }

        if (value is not null)
        {
            scope.Report("RG2002", expression, "How many calls are late is a percentage from 0% to 100%.");
        }

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
        {
            return true;
        }

        scope.Bag.Add(
            "RG2009",
            scope.Range(where),
            $"`{what}` is given twice: keep one.",
            related: scope.Bag.At(scope.Range(_seen[what]), "The first one.")
        );
        return false;
    }
}
