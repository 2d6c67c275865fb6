namespace RgPolicy.Engine.Classify;

/// <summary>Kleene's three truth values; the numbers make <c>and</c> the minimum and <c>or</c> the maximum.</summary>
public enum Truth : byte
{
    /// <summary>Does not hold.</summary>
    False,

    /// <summary>Cannot be told.</summary>
    Unknown,

    /// <summary>Holds.</summary>
    True,
}
