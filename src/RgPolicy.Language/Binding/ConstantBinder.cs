using System.Numerics;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Syntax;
using RgPolicy.Language.Text;
using static RgPolicy.Language.Binding.ConstantValue;

namespace RgPolicy.Language.Binding;

/// <summary>Computes constant expressions exactly; null means that a mistake was reported.</summary>
internal sealed class ConstantBinder(BindingScope scope)
{
    private static readonly string[] HostConstants =
    [
        .. SignalCatalog
            .All.Where(signal => signal is { IsTargetConstant: true, Phase: SignalPhase.Host })
            .Select(signal => signal.Name),
    ];

    public ConstantValue? Evaluate(ExpressionSyntax expression) =>
        expression switch
        {
            ExpressionSyntax.Chain chain => Evaluate(chain),
            ExpressionSyntax.Negative negative => Evaluate(negative),
            ExpressionSyntax.Quantity quantity => Quantity(quantity.Number, quantity.Unit),
            ExpressionSyntax.Version version => Version(version),
            ExpressionSyntax.Literal text => new OfText(Unquote(text.Quoted.Text), text.IsExact),
            ExpressionSyntax.Reference named => Named(named),
            ExpressionSyntax.Group group => Evaluate(group.Inner),
            _ => null,
        };

    /// <summary>The text without its quotes.</summary>
    public static string Unquote(string literal)
    {
        var quote = literal[..1];
        var isClosed = literal.Length > 1 && literal.EndsWith(quote, StringComparison.Ordinal);
        return literal[1..(isClosed ? ^1 : ^0)].Replace(quote + quote, quote, StringComparison.Ordinal);
    }

    public Numeric? Quantity(SyntaxToken number, SyntaxToken? unit)
    {
        if (Number(number) is not { } amount)
            return null;

        if (unit is null)
            return new Numeric(ConstantKind.Number, amount, number.Text);

        var (kind, factor) = Units.Get(unit.Text);
        return new Numeric(kind, amount * factor);
    }

    /// <summary>A fix for <c>80%</c> where a plain number is expected; not safe, for the number may be
    /// another one then.</summary>
    public Fix? WithoutPercent(ExpressionSyntax expression, ConstantKind wanted) =>
        wanted == ConstantKind.Number && expression is ExpressionSyntax.Quantity { Unit.Text: "%" } quantity
            ? scope.Replace(expression, quantity.Number.Text, isSafe: false)
            : null;

    /// <summary>
    /// A fix for a number without unit where a percentage is expected. A number below 1 is a fraction, as other systems
    /// write it: 0.6 is 60 %. Up to 1 it is not sure which was meant, so the fix is not safe.
    /// </summary>
    public Fix WithPercent(ExpressionSyntax expression, Rational amount, string literal)
    {
        var isFraction = amount > 0 && amount < 1;
        var percent = isFraction
            ? (decimal.Parse(literal, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture) * 100).ToString(
                "0.######",
                CultureInfo.InvariantCulture
            )
            : literal;
        return scope.Replace(expression, percent + "%", isSafe: amount == 0 || amount > 1);
    }

    private ConstantValue? Evaluate(ExpressionSyntax.Chain chain)
    {
        var value = Evaluate(chain.Operands[0]);
        for (var index = 1; index < chain.Operands.Length && value is not null; index++)
            value = Combine(chain, chain.Symbols[index - 1].Text[0], value, Evaluate(chain.Operands[index]));

        return value;
    }

    private Numeric? Evaluate(ExpressionSyntax.Negative negative)
    {
        switch (Evaluate(negative.Operand))
        {
            case null:
                return null;
            case Numeric number:
                return negative.Signs % 2 == 0 ? number : number with { Amount = -number.Amount, Literal = null };
            case var other:
                scope.Report("RG2002", negative, $"`-` needs a number, not {Units.Describe(other.Kind)}.");
                return null;
        }
    }

    private Rational? Number(SyntaxToken number)
    {
        var text = number.Text;
        if (text.Length > TextLimits.Digits)
        {
            scope.Bag.Add("RG2006", scope.Tree.Range(number), $"A number has at most {TextLimits.Digits} digits.");
            return null;
        }

        var point = text.IndexOf('.', StringComparison.Ordinal);
        var decimals = point < 0 ? 0 : text.Length - point - 1;
        var digits = text.Replace(".", "", StringComparison.Ordinal);
        return new Rational(
            BigInteger.Parse(digits, NumberStyles.None, CultureInfo.InvariantCulture),
            BigInteger.Pow(10, decimals)
        );
    }

    private OfVersion? Version(ExpressionSyntax.Version version)
    {
        if (VersionText.Parse(version.Text) is { } parts)
            return new OfVersion(parts);

        scope.Report("RG2006", version, "A part of a version has at most 18 digits.");
        return null;
    }

    private ConstantValue? Named(ExpressionSyntax.Reference reference)
    {
        if (reference.IsDotted)
            return HostFact(reference);

        var text = reference.Text;
        if (scope.Lets.Contains(text))
            return scope.Lets.Use(reference);

        if (text is "true" or "false")
            return new OfBool(text == "true");

        ReportUnknown(reference, text);
        return null;
    }

    private Numeric? HostFact(ExpressionSyntax.Reference reference)
    {
        var name = reference.Text;
        var signal = SignalCatalog.Find(name);
        var fact =
            signal is not null && scope.Target.FactOf(signal) is { } amount
                ? new Numeric(SignalConstants.KindOf(signal.Type), amount) { IsOfHost = true }
                : null;
        scope.NamesHost |= fact is not null;
        if (fact is null && signal is not null)
        {
            scope.Report(
                "RG2002",
                reference,
                $"`{name}` is not a constant: a signal is compared with constants, and of the signals only `host.llc`, "
                    + "`host.l2`, `host.cores` and `host.sockets` are constants."
            );
        }
        else if (fact is null)
        {
            ReportUnknown(reference, name);
        }

        return fact;
    }

    private void ReportUnknown(ExpressionSyntax.Reference reference, string text)
    {
        if (scope.Tree.HidesNames)
            return;

        if (IsoDuration.Read(text) is { } duration)
        {
            scope.Report(
                "RG1008",
                reference,
                $"A duration is one number with its unit: write `{duration}`.",
                scope.Replace(reference, duration, isSafe: true)
            );
            return;
        }

        var meant =
            NameSuggestion.Find(text, scope.Lets.Names.Concat(HostConstants))
            ?? Array.Find(HostConstants, fact => fact == "host." + text);
        scope.Report(
            "RG2001",
            reference,
            meant is null
                ? scope.Sorts.Of(text) is { } other
                    ? $"There is no constant `{text}`: `{text}` is {other}."
                    : $"There is no constant `{text}`: declare it with `let {text} = ...`, or put quotes around a text."
                : $"There is no constant `{text}`. Did you mean `{meant}`?",
            scope.Replace(reference, meant, isSafe: false)
        );
    }

    private Numeric? Combine(SyntaxNode where, char symbol, ConstantValue left, ConstantValue? right)
    {
        if (right is null)
            return null;

        var kind = ConstantArithmetic.ResultKind(symbol, left.Kind, right.Kind);
        if (kind is null || left is not Numeric first || right is not Numeric second)
        {
            scope.Report(
                "RG2002",
                where,
                $"`{symbol}` does not fit {Units.Describe(left.Kind)} and {Units.Describe(right.Kind)}."
                    + (
                        left.Kind == ConstantKind.Percent || right.Kind == ConstantKind.Percent
                            ? " Write a share of something as a product, such as `0.5 * host.llc`."
                            : ""
                    )
            );
            return null;
        }

        var amount = ConstantArithmetic.Compute(symbol, first.Amount, second.Amount);
        if (amount is null)
        {
            scope.Report(
                "RG2006",
                where,
                symbol == '/' && second.Amount == 0 ? "This divides by zero." : "This number is too large."
            );
            return null;
        }

        return new Numeric(kind.Value, amount.Value) { IsOfHost = first.IsOfHost || second.IsOfHost };
    }
}
