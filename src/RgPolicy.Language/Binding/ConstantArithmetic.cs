using RgPolicy.Language.Numbers;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Binding;

/// <summary>Exact arithmetic with units: what may be combined, and the result.</summary>
internal static class ConstantArithmetic
{
    /// <summary>The kind of the result, or null where the operator does not fit the operands.</summary>
    public static ConstantKind? ResultKind(char symbol, ConstantKind left, ConstantKind right)
    {
        if (left >= ConstantKind.Version || right >= ConstantKind.Version)
            return null;

        return symbol switch
        {
            '+' or '-' => left == right ? left : null,
            '*' => Product(left, right) ?? Product(right, left),
            _ => Quotient(left, right),
        };
    }

    /// <summary>The exact result; null for a division by zero and for numbers beyond the limit.</summary>
    public static Rational? Compute(char symbol, Rational left, Rational right)
    {
        if (symbol == '/' && right == 0)
            return null;

        var result = symbol switch
        {
            '+' => left + right,
            '-' => left - right,
            '*' => left * right,
            _ => left / right,
        };
        var isShort =
            result.Numerator.GetBitLength() <= TextLimits.Bits && result.Denominator.GetBitLength() <= TextLimits.Bits;
        return isShort ? result : null;
    }

    private static ConstantKind? Product(ConstantKind left, ConstantKind right) =>
        (left, right) switch
        {
            (_, ConstantKind.Number) => left,
            (ConstantKind.BytesPerSecond, ConstantKind.Duration) => ConstantKind.Bytes,
            (ConstantKind.OperationsPerSecond, ConstantKind.Duration) => ConstantKind.Number,
            _ => null,
        };

    private static ConstantKind? Quotient(ConstantKind left, ConstantKind right) =>
        (left, right) switch
        {
            (_, ConstantKind.Number) => left,
            (ConstantKind.Bytes, ConstantKind.Duration) => ConstantKind.BytesPerSecond,
            (ConstantKind.Bytes, ConstantKind.BytesPerSecond) => ConstantKind.Duration,
            (ConstantKind.Number, ConstantKind.Duration) => ConstantKind.OperationsPerSecond,
            _ when left == right => ConstantKind.Number,
            _ => null,
        };
}
