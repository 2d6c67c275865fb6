using RgPolicy.Language.Numbers;

namespace RgPolicy.Engine.Allot;

/// <summary>Limits as a server takes them, with a few decimals.</summary>
internal static class LimitRounding
{
    /// <summary>Rounded down, so that a limit is never above what was asked for.</summary>
    public static decimal Down(Rational amount, int decimals) =>
        Math.Round((decimal)amount.ToDouble(), decimals, MidpointRounding.ToZero);
}
