using System.Globalization;
using System.Numerics;
using Antlr4.Runtime;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Text;
using static RgPolicy.Language.Binding.ConstantValue;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Binding;

/// <summary>Computes constant expressions exactly; null means that a mistake was reported.</summary>
internal sealed class ConstantBinder(BindingScope scope)
{
    public ConstantValue? Evaluate(ExpressionContext expression)
    {
        var value = Evaluate(expression.term(0));
        for (var index = 1; index < expression.term().Length && value is not null; index++)
        {
            var symbol = Operator(expression, index);
            value = Combine(expression, symbol, value, Evaluate(expression.term(index)));
        }

        return value;
    }

    /// <summary>The single name that the expression is, or null when it is anything else.</summary>
    public static ReferenceContext? SingleName(ExpressionContext expression)
    {
        var isSingle = expression.term() is [{ } term] && term.factor() is [{ } factor]
            && factor.MINUS().Length == 0;
        return isSingle && expression.term(0).factor(0).constant() is NamedContext named ? named.reference() : null;
    }

    /// <summary>The text without its quotes.</summary>
    public static string Unquote(string literal)
    {
        var quote = literal[..1];
        var isClosed = literal.Length > 1 && literal.EndsWith(quote, StringComparison.Ordinal);
        return literal[1..(isClosed ? ^1 : ^0)].Replace(quote + quote, quote, StringComparison.Ordinal);
    }

    private ConstantValue? Evaluate(TermContext term)
    {
        var value = Evaluate(term.factor(0));
        for (var index = 1; index < term.factor().Length && value is not null; index++)
        {
            value = Combine(term, Operator(term, index), value, Evaluate(term.factor(index)));
        }

        return value;
    }

    private ConstantValue? Evaluate(FactorContext factor)
    {
        var value = Evaluate(factor.constant());
        if (factor.MINUS().Length == 0 || value is null)
        {
            return value;
        }

        if (value is Numeric number)
        {
            return factor.MINUS().Length % 2 == 0 ? number : new Numeric(number.Kind, -number.Amount);
        }

        scope.Report("RG2002", factor, $"`-` needs a number, not {Units.Describe(value.Kind)}.");
        return null;
    }

    private ConstantValue? Evaluate(ConstantContext constant) => constant switch
    {
        QuantityContext quantity => Quantity(quantity),
        VersionContext version => Version(version),
        TextContext text => new OfText(Unquote(text.STRING().GetText()), text.EXACTLY() is not null),
        NamedContext named => Named(named.reference()),
        ConstantGroupContext group => Evaluate(group.expression()),
        _ => null,
    };

    private Numeric? Quantity(QuantityContext quantity)
    {
        if (Number(quantity.number()) is not { } amount)
        {
            return null;
        }

        if (quantity.UNIT() is null)
        {
            return new Numeric(ConstantKind.Number, amount, quantity.number().GetText());
        }

        var unit = Units.Get(quantity.UNIT().GetText());
        return new Numeric(unit.Kind, amount * unit.Factor);
    }

    /// <summary>A number as written, exactly.</summary>
    public Rational? Number(NumberContext number)
    {
        var text = number.GetText();
        if (text.Length > TextLimits.Digits)
        {
            scope.Report("RG2006", number, $"A number has at most {TextLimits.Digits} digits.");
            return null;
        }

        var point = text.IndexOf('.', StringComparison.Ordinal);
        var decimals = point < 0 ? 0 : text.Length - point - 1;
        var digits = text.Replace(".", "", StringComparison.Ordinal);
        return new Rational(
            BigInteger.Parse(digits, NumberStyles.None, CultureInfo.InvariantCulture), BigInteger.Pow(10, decimals));
    }

    private OfVersion? Version(VersionContext version)
    {
        if (VersionText.Parse(version.GetText()) is { } parts)
        {
            return new OfVersion(parts);
        }

        scope.Report("RG2006", version, "A part of a version has at most 18 digits.");
        return null;
    }

    private ConstantValue? Named(ReferenceContext reference)
    {
        if (reference.name().Length > 0)
        {
            return HostFact(reference);
        }

        var text = reference.GetText();
        if (scope.Lets.Contains(text))
        {
            return scope.Lets.Use(reference.constantName());
        }

        if (text is "true" or "false")
        {
            return new OfBool(text == "true");
        }

        ReportUnknown(reference, text);
        return null;
    }

    private Numeric? HostFact(ReferenceContext reference)
    {
        var name = reference.GetText();
        Numeric? fact = name switch
        {
            "host.llc" => new Numeric(ConstantKind.Bytes, scope.Target.LlcBytes),
            "host.cores" => new Numeric(ConstantKind.Number, scope.Target.Cores),
            "host.sockets" => new Numeric(ConstantKind.Number, scope.Target.Sockets),
            _ => null,
        };
        if (fact is null && SignalCatalog.Find(name) is not null)
        {
            scope.Report("RG2002", reference,
                $"`{name}` is no constant: a signal is compared with constants, and of the signals only `host.llc`, "
                    + "`host.cores` and `host.sockets` are constants.");
        }
        else if (fact is null)
        {
            ReportUnknown(reference, name);
        }

        return fact;
    }

    private void ReportUnknown(ReferenceContext reference, string text)
    {
        if (!scope.Parsed.IsComplete)
        {
            return;
        }

        var meant = NameSuggestion.Find(text, scope.Lets.Names.Concat(["host.llc", "host.cores", "host.sockets"]));
        scope.Report("RG2001", reference,
            meant is null
                ? $"There is no constant `{text}`: declare it with `let {text} = ...`, or put quotes around a text."
                : $"There is no constant `{text}`. Did you mean `{meant}`?",
            meant is null ? null : scope.Replace(reference, meant, isSafe: false));
    }

    private Numeric? Combine(ParserRuleContext where, char symbol, ConstantValue left, ConstantValue? right)
    {
        if (right is null)
        {
            return null;
        }

        var kind = ConstantArithmetic.ResultKind(symbol, left.Kind, right.Kind);
        if (kind is null || left is not Numeric first || right is not Numeric second)
        {
            scope.Report("RG2002", where,
                $"`{symbol}` does not fit {Units.Describe(left.Kind)} and {Units.Describe(right.Kind)}.");
            return null;
        }

        var amount = ConstantArithmetic.Compute(symbol, first.Amount, second.Amount);
        if (amount is null)
        {
            scope.Report("RG2006", where, symbol == '/' && second.Amount == 0
                ? "This divides by zero." : "This number is too large.");
            return null;
        }

        return new Numeric(kind.Value, amount.Value);
    }

    private static char Operator(ParserRuleContext chain, int index) => chain.GetChild((index * 2) - 1).GetText()[0];
}
