using System.Numerics;

namespace RgPolicy.Language.Numbers;

/// <summary>An exact fraction in lowest terms with a positive denominator; constant arithmetic never rounds.</summary>
public readonly struct Rational : IEquatable<Rational>, IComparable<Rational>
{
    private readonly BigInteger _denominatorLessOne;

    /// <summary>Makes a fraction and reduces it.</summary>
    /// <exception cref="DivideByZeroException">The denominator is zero.</exception>
    public Rational(BigInteger numerator, BigInteger denominator)
    {
        if (denominator.IsZero)
            throw new DivideByZeroException();

        var divisor = BigInteger.GreatestCommonDivisor(numerator, denominator) * denominator.Sign;
        Numerator = numerator / divisor;
        _denominatorLessOne = (denominator / divisor) - 1;
    }

    /// <summary>The numerator; carries the sign.</summary>
    public BigInteger Numerator { get; }

    /// <summary>The denominator; at least 1.</summary>
    public BigInteger Denominator => _denominatorLessOne + 1;

    /// <summary>True for a whole number.</summary>
    public bool IsWhole => _denominatorLessOne.IsZero;

    /// <summary>An exact whole number.</summary>
    public static implicit operator Rational(BigInteger value) => new(value, BigInteger.One);

    /// <summary>An exact whole number.</summary>
    public static implicit operator Rational(long value) => new(value, BigInteger.One);

    /// <summary>Sum.</summary>
    public static Rational operator +(Rational left, Rational right) =>
        new(
            (left.Numerator * right.Denominator) + (right.Numerator * left.Denominator),
            left.Denominator * right.Denominator
        );

    /// <summary>Difference.</summary>
    public static Rational operator -(Rational left, Rational right) => left + (-right);

    /// <summary>Negation.</summary>
    public static Rational operator -(Rational value) => new(-value.Numerator, value.Denominator);

    /// <summary>Product.</summary>
    public static Rational operator *(Rational left, Rational right) =>
        new(left.Numerator * right.Numerator, left.Denominator * right.Denominator);

    /// <summary>Quotient.</summary>
    /// <exception cref="DivideByZeroException">The divisor is zero.</exception>
    public static Rational operator /(Rational left, Rational right) =>
        new(left.Numerator * right.Denominator, left.Denominator * right.Numerator);

    /// <summary>Equality of value.</summary>
    public static bool operator ==(Rational left, Rational right) => left.Equals(right);

    /// <summary>Inequality of value.</summary>
    public static bool operator !=(Rational left, Rational right) => !left.Equals(right);

    /// <summary>Order.</summary>
    public static bool operator <(Rational left, Rational right) => left.CompareTo(right) < 0;

    /// <summary>Order.</summary>
    public static bool operator >(Rational left, Rational right) => left.CompareTo(right) > 0;

    /// <summary>Order.</summary>
    public static bool operator <=(Rational left, Rational right) => left.CompareTo(right) <= 0;

    /// <summary>Order.</summary>
    public static bool operator >=(Rational left, Rational right) => left.CompareTo(right) >= 0;

    /// <summary>The greatest whole number that is not above this one.</summary>
    public BigInteger Floor()
    {
        var quotient = BigInteger.DivRem(Numerator, Denominator, out var remainder);
        return remainder.Sign < 0 ? quotient - 1 : quotient;
    }

    /// <summary>The nearest double.</summary>
    public double ToDouble() => (double)Numerator / (double)Denominator;

    /// <inheritdoc/>
    public int CompareTo(Rational other) =>
        IsWhole && other.IsWhole
            ? Numerator.CompareTo(other.Numerator)
            : (Numerator * other.Denominator).CompareTo(other.Numerator * Denominator);

    /// <inheritdoc/>
    public bool Equals(Rational other) =>
        Numerator == other.Numerator && _denominatorLessOne == other._denominatorLessOne;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is Rational other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Numerator, _denominatorLessOne);

    /// <summary>The whole number, or numerator and denominator with a slash.</summary>
    public override string ToString() =>
        IsWhole
            ? Numerator.ToString(CultureInfo.InvariantCulture)
            : string.Create(CultureInfo.InvariantCulture, $"{Numerator}/{Denominator}");
}
