using RgPolicy.Language.Conditions;
using RgPolicy.Language.Numbers;

namespace RgPolicy.Engine.Signals.Scales;

/// <summary>
/// A closed range of decimals that contains exactly those that compare with a rational as asked. Between neighbouring
/// decimals there is no other, so every comparison with a rational is one with its neighbouring decimals.
/// </summary>
/// <param name="Low">The least member, or null without a lower end.</param>
/// <param name="High">The greatest member, or null without an upper end.</param>
/// <param name="LowIsOpen">The lower end itself is not a member.</param>
/// <param name="HighIsOpen">The upper end itself is not a member.</param>
/// <param name="IsComplement">The members are all other decimals.</param>
internal readonly record struct NumberRange(
    decimal? Low,
    decimal? High,
    bool LowIsOpen = false,
    bool HighIsOpen = false,
    bool IsComplement = false
)
{
    private static readonly NumberRange None = new(1, 0);

    public static NumberRange Of(ComparisonOperator comparison, Rational constant)
    {
        var below = NearestDecimal.NotAbove(constant);
        var isExact = below is { } number && NearestDecimal.ToRational(number) == constant;
        return comparison switch
        {
            ComparisonOperator.Equal => isExact ? new NumberRange(below, below) : None,
            ComparisonOperator.NotEqual => (isExact ? new NumberRange(below, below) : None) with
            {
                IsComplement = true,
            },
            ComparisonOperator.Less => UpTo(below, isOpen: isExact),
            ComparisonOperator.LessOrEqual => UpTo(below, isOpen: false),
            ComparisonOperator.Greater => UpTo(below, isOpen: false) with { IsComplement = true },
            _ => UpTo(below, isOpen: isExact) with { IsComplement = true },
        };
    }

    public static NumberRange Between(Rational low, Rational high)
    {
        var (least, most) = (NearestDecimal.NotAbove(low), NearestDecimal.NotAbove(high));
        var isExact = least is { } number && NearestDecimal.ToRational(number) == low;
        return most is null ? None : new NumberRange(least, most, LowIsOpen: least is not null && !isExact);
    }

    public bool Contains(decimal number) => IsInside(number) != IsComplement;

    private static NumberRange UpTo(decimal? high, bool isOpen) =>
        high is null ? None : new NumberRange(null, high, HighIsOpen: isOpen);

    private bool IsInside(decimal number)
    {
        if (Low is { } low && (LowIsOpen ? number <= low : number < low))
            return false;

        return High is not { } high || (HighIsOpen ? number < high : number <= high);
    }
}
